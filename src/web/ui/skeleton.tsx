import { clsx } from 'clsx'

/** The shape of what is coming. Give it the size of the real thing, so that nothing moves when that arrives. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('breathe rounded-control bg-sunken', className)} />
)
