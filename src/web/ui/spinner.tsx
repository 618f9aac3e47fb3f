import { clsx } from 'clsx'

/** A turning ring. It is hidden from screen readers: the code that shows it also says what is under way. */
export const Spinner = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={clsx('inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent', className)}
  />
)

/** The middle of an otherwise empty place while something loads. */
export const LoadingPlace = ({ label = 'Loading...', className }: { label?: string; className?: string }) => (
  <div role="status" className={clsx('grid place-content-center justify-items-center gap-3 p-8 text-ink-soft', className)}>
    <Spinner className="size-6 text-brand" />
    <span>{label}</span>
  </div>
)
