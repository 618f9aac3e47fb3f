import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Payment } from './payment.ts'

/** Shows that a payment is pending. If confirmation takes too long, explains what to do. */
export const WaitingForPayment = ({ payment: { isLate, stop } }: { payment: Payment }) => (
  <div role="status" className="flex items-start gap-3 rounded-control bg-brand-soft px-3.5 py-3 text-left">
    <Spinner className="mt-0.5 text-brand" />
    <div className="grid min-w-0 flex-1 gap-1.5">
      <p className="font-semibold">Waiting for Stripe to confirm your payment</p>
      {isLate ? (
        <>
          <p className="text-label">
            This is taking longer than usual. You can leave this page. Your planner opens as soon as the payment is confirmed. Please don’t
            pay again. If nothing changes in an hour, email us at the address on the{' '}
            <a href="/terms" target="_blank" rel="noopener" className="font-semibold text-brand underline underline-offset-2">
              Terms page
            </a>
            .
          </p>
          <Button size="sm" className="justify-self-start" onClick={stop}>
            I haven’t paid
          </Button>
        </>
      ) : (
        <p className="text-label">This takes a few seconds. Your planner will open on its own.</p>
      )}
    </div>
  </div>
)
