import { clsx } from 'clsx'

/** A loading placeholder. Give it the size of the real content to avoid a layout shift when the content arrives. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('breathe rounded-control bg-sunken', className)} />
)
