import { clsx } from 'clsx'
import { CreditCard } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useOpenPortal } from './data.ts'

/** Warns about a failed payment and links to the billing portal. */
export const PaymentFailed = ({ className }: { className?: string }) => {
  const { open, isPending } = useOpenPortal()
  return (
    <div
      role="status"
      className={clsx(
        className,
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-blocked-soft py-1.5 pr-1.5 pl-3.5 text-label text-blocked',
      )}
    >
      <CreditCard className="size-4 shrink-0" />
      <span className="min-w-[24ch] flex-1">
        Your last payment didn’t go through. Please check your card. Your planner stays open while Stripe tries again.
      </span>
      <Button size="sm" busy={isPending} onClick={() => void open()}>
        Check my card
      </Button>
    </div>
  )
}
