import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type EmptyStateProps = { icon?: ReactNode; title: string; description?: string; action?: ReactNode; className?: string }

/** A placeholder for an empty list. Explains what the list is for and can offer a button to get started. */
export const EmptyState = ({ icon, title, description, action, className }: EmptyStateProps) => (
  <div className={clsx('grid justify-items-center gap-1.5 px-4 py-10 text-center text-ink-soft', className)}>
    {icon && <span className="mb-1 text-brand">{icon}</span>}
    <p className="font-semibold text-ink">{title}</p>
    {description && <p className="max-w-[44ch]">{description}</p>}
    {action && <div className="mt-3">{action}</div>}
  </div>
)
