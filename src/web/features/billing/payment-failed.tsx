import { clsx } from 'clsx'
import { CreditCard } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useOpenPortal } from './data.ts'

type PaymentFailedProps = {
  className?: string
  /** True beside the plan, whose row says what happened. The button is solid then, and the sentence says what Stripe’s page is for. */
  isMain?: boolean
}

/** Warns about a failed payment and links to the billing portal. */
export const PaymentFailed = ({ className, isMain = false }: PaymentFailedProps) => {
  const { open, isPending } = useOpenPortal()
  return (
    <div
      role="status"
      className={clsx(
        className,
        'flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-control bg-blocked-soft text-label',
        isMain ? 'py-2.5 pr-3 pl-3.5' : 'py-1.5 pr-1.5 pl-3.5',
      )}
    >
      <span className={clsx('flex min-w-[24ch] flex-1 gap-2.5', isMain && 'phone:basis-full')}>
        <CreditCard className="mt-0.5 size-4 shrink-0 text-blocked" />
        <span>
          {isMain
            ? 'Please check your card. Your planner stays open meanwhile. You can also see invoices or cancel on Stripe’s page.'
            : 'Your last payment didn’t go through. Your planner stays open while Stripe tries again.'}
        </span>
      </span>
      <Button variant={isMain ? 'solid' : 'outline'} size="sm" className="phone:w-full" busy={isPending} onClick={() => void open()}>
        Check my card
      </Button>
    </div>
  )
}
