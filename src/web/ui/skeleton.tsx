import { clsx } from 'clsx'

/** A loading placeholder. Give it the size of the real content to avoid a layout shift when the content arrives. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('breathe rounded-control bg-sunken', className)} />
)

/** Placeholders for a list that is loading. `label` is for screen readers. */
export const LoadingRows = ({ label = 'Loading...' }: { label?: string }) => (
  <div role="status" className="grid gap-3 pt-4">
    <span className="sr-only">{label}</span>
    <Skeleton className="h-14" />
    <Skeleton className="h-14" />
  </div>
)
