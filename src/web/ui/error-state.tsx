import { clsx } from 'clsx'
import { CloudAlert, RotateCw } from 'lucide-react'
import { Button } from './button.tsx'

type ErrorStateProps = { title: string; description?: string | undefined; onRetry: () => void; busy?: boolean; className?: string }

/** An error message with a "Try again" button. */
export const ErrorState = ({ title, description, onRetry, busy, className }: ErrorStateProps) => (
  <div role="alert" className={clsx('grid justify-items-center gap-1.5 px-4 py-10 text-center text-ink-soft', className)}>
    <CloudAlert className="mb-1 size-7 text-blocked" />
    <p className="font-semibold text-ink">{title}</p>
    {description && <p className="max-w-[52ch]">{description}</p>}
    <Button className="mt-3" icon={<RotateCw className="size-4" />} busy={busy} onClick={onRetry}>
      Try again
    </Button>
  </div>
)
