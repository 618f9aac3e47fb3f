import { BadgeCheck, ExternalLink, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaidItem, SubscriptionState } from '#shared/billing/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useOpenPortal } from './data.ts'
import { PaymentFailed } from './payment-failed.tsx'
import { PLANS, priceOf } from './plans.ts'

const Row = ({ icon, title, note, price }: { icon: ReactNode; title: string; note: string; price?: ReactNode }) => (
  <div className="flex items-center gap-3.5 rounded-card border border-line px-3.5 py-3">
    <span aria-hidden="true" className="grid size-[38px] shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
      {icon}
    </span>
    <p className="min-w-0 flex-1">
      <strong className="block text-lead font-semibold">{title}</strong>
      <span className="text-caption text-ink-soft">{note}</span>
    </p>
    {price}
  </div>
)

/** A subscription, with its renewal or end date and its price. */
export const PaidItemRow = ({ item, timezone }: { item: PaidItem; timezone: string }) => {
  const day = formatDay(todayIn(timezone, Date.parse(item.periodEnd)), 'long')
  return (
    <Row
      icon={item.planType === 'ai_addon' ? <Sparkles className="size-5" /> : <BadgeCheck className="size-5" />}
      title={PLANS[item.planType].name}
      note={item.isCancelled ? `Ends on ${day}` : `Renews on ${day}`}
      price={
        <span className="whitespace-nowrap text-caption text-ink-soft">
          <b className="font-display text-heading-medium text-ink tabular">{priceOf(item.amount)}</b>/{item.interval}
        </span>
      }
    />
  )
}

const givenUntil = (day: string) => `Complimentary through ${formatDay(day, 'long')}. You won’t be charged.`

type ActivePlanProps = { state: SubscriptionState; timezone: string }

/** A user's subscriptions and grants, with a link to the billing portal. */
export const ActivePlan = ({ state: { items, grantedUntil, aiGrantedUntil }, timezone }: ActivePlanProps) => {
  const portal = useOpenPortal()
  return (
    <>
      {items.some(({ hasFailed }) => hasFailed) && <PaymentFailed />}
      {items.map((item) => (
        <PaidItemRow key={item.priceId} item={item} timezone={timezone} />
      ))}
      {grantedUntil !== null && <Row icon={<BadgeCheck className="size-5" />} title="Pro Teacher" note={givenUntil(grantedUntil)} />}
      {aiGrantedUntil !== null && (
        <Row icon={<Sparkles className="size-5" />} title={PLANS.ai_addon.name} note={givenUntil(aiGrantedUntil)} />
      )}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-[24ch] flex-1 text-caption text-ink-soft">
            Change your card, see invoices, switch plans, or cancel on Stripe’s page.
          </p>
          <Button busy={portal.isPending} icon={<ExternalLink className="size-4" />} onClick={() => void portal.open()}>
            Manage Subscription
          </Button>
        </div>
      )}
    </>
  )
}
