import { clsx } from 'clsx'

/** A spinning ring, hidden from screen readers. The caller announces what is loading. */
export const Spinner = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={clsx('inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent', className)}
  />
)

/** A centered spinner with a label, shown while a view loads. */
export const LoadingPlace = ({ label = 'Loading...', className }: { label?: string; className?: string }) => (
  <div role="status" className={clsx('grid place-content-center justify-items-center gap-3 p-8 text-ink-soft', className)}>
    <Spinner className="size-6 text-brand" />
    <span>{label}</span>
  </div>
)
