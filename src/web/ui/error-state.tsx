import { clsx } from 'clsx'
import { CloudAlert, RotateCw } from 'lucide-react'
import { useOnline } from '#web/lib/net/use-online.ts'
import { Button } from './button.tsx'

type ErrorStateProps = { title: string; description?: string | undefined; onRetry: () => void; busy?: boolean; className?: string }

/** An error message with a "Try again" button. Without a network, says so: failed queries are repeated when it is back. */
export const ErrorState = ({ title, description, onRetry, busy, className }: ErrorStateProps) => {
  const isOnline = useOnline()
  return (
    <div role="alert" className={clsx('grid justify-items-center gap-1.5 px-4 py-10 text-center text-ink-soft', className)}>
      <CloudAlert className="mb-1 size-7 text-blocked" />
      <p className="font-semibold text-ink">{title}</p>
      {isOnline ? (
        description && <p className="max-w-[52ch]">{description}</p>
      ) : (
        <p className="max-w-[52ch]">This needs the network. It opens by itself when you’re back online.</p>
      )}
      <Button className="mt-3" icon={<RotateCw className="size-4" />} busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
