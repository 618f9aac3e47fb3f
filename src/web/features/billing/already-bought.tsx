import { ExternalLink } from 'lucide-react'
import type { PaidItem } from '#shared/billing/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { PaidItemRow } from './active-plan.tsx'
import { useOpenPortal } from './data.ts'
import { PaymentFailed } from './payment-failed.tsx'

/** Replaces the price for users who already pay for this product. Shows their current plan and how to change it. */
export const AlreadyBought = ({ item }: { item: PaidItem }) => {
  const { timezone } = useUser()
  const portal = useOpenPortal()
  const isAddOn = item.planType === 'ai_addon'
  return (
    <>
      <h2 className="mb-4 text-heading-medium leading-tight">{isAddOn ? 'Your AI add-on' : 'Your plan'}</h2>
      {item.hasFailed && <PaymentFailed className="mb-3" />}
      <div className="rounded-card border border-line">
        <PaidItemRow item={item} timezone={timezone} />
      </div>
      <p className="mt-4 mb-4 text-label text-ink-soft">
        You don’t need to pay again. {isAddOn ? 'Change' : 'Switch between monthly and yearly, change'} your card, see invoices, or cancel
        on Stripe’s page.
      </p>
      <Button
        size="lg"
        className="w-full"
        busy={portal.isPending}
        icon={<ExternalLink className="size-[18px]" />}
        onClick={() => void portal.open()}
      >
        {isAddOn ? 'Manage Add-on' : 'Manage Subscription'}
      </Button>
    </>
  )
}
