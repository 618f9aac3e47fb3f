import { BadgeCheck, CircleAlert, ExternalLink, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PaidItem, SubscriptionState } from '#shared/billing/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useOpenPortal } from './data.ts'
import { PaymentFailed } from './payment-failed.tsx'
import { PLANS, priceOf, unbroken } from './plans.ts'

type RowProps = { icon: ReactNode; title: string; badge?: string | null; note: ReactNode; price?: ReactNode }

const Row = ({ icon, title, badge, note, price }: RowProps) => (
  <div className="flex items-start gap-3.5 px-3.5 py-3">
    <span aria-hidden="true" className="grid size-[38px] shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
      {icon}
    </span>
    <div className="min-w-0 flex-1">
      <p className="flex items-start justify-between gap-3">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <strong className="text-lead font-semibold">{title}</strong>
          {badge && (
            <span className="rounded-full bg-brass-soft px-2.5 py-0.5 text-small font-semibold whitespace-nowrap text-brass-ink">
              {badge}
            </span>
          )}
        </span>
        {price}
      </p>
      <p className="text-caption text-ink-soft">{note}</p>
    </div>
  </div>
)

const noteOf = ({ isCancelled, hasFailed, planType }: PaidItem, day: string): ReactNode => {
  if (hasFailed)
    return (
      <span className="flex items-start gap-1.5 text-ink">
        <CircleAlert className="mt-px size-[15px] shrink-0 text-blocked" />
        Payment failed. Stripe is trying again.
      </span>
    )
  if (isCancelled) return `You keep ${planType === 'ai_addon' ? 'it' : 'everything'} until then, and you won’t be charged again.`
  return `Renews on ${unbroken(day)}`
}

/** A subscription, with its renewal or end date and its price. */
export const PaidItemRow = ({ item, timezone }: { item: PaidItem; timezone: string }) => {
  const day = todayIn(timezone, Date.parse(item.periodEnd))
  return (
    <Row
      icon={item.planType === 'ai_addon' ? <Sparkles className="size-5" /> : <BadgeCheck className="size-5" />}
      title={PLANS[item.planType].name}
      badge={item.isCancelled ? `Canceled, ends ${formatDay(day, 'medium')}` : null}
      note={noteOf(item, formatDay(day, 'long'))}
      price={
        <span className="text-caption leading-none whitespace-nowrap text-ink-soft">
          <b className="font-display text-heading-medium text-ink tabular">{priceOf(item.amount)}</b>/{item.interval}
        </span>
      }
    />
  )
}

const givenUntil = (day: string) => `Complimentary through ${formatDay(day, 'long')}. You won’t be charged.`

const isPlan = ({ planType }: PaidItem): boolean => planType !== 'ai_addon'

/** Links to the billing portal, where a canceled plan can also be kept. */
const Manage = ({ items }: { items: readonly PaidItem[] }) => {
  const { open, isPending } = useOpenPortal()
  const isEnding = items.every(({ isCancelled }) => isCancelled)
  return (
    <div className="flex flex-wrap items-center gap-3 px-3.5 py-2.5">
      <p className="min-w-[24ch] flex-1 text-caption text-ink-soft">
        {isEnding
          ? 'Changed your mind? Keep it, or see your invoices, on Stripe’s page.'
          : `Change your card, see invoices, ${items.some(isPlan) ? 'switch plans, ' : ''}or cancel on Stripe’s page.`}
      </p>
      <Button busy={isPending} className="phone:w-full" icon={<ExternalLink className="size-4" />} onClick={() => void open()}>
        {isEnding ? 'Keep my subscription' : 'Manage Subscription'}
      </Button>
    </div>
  )
}

const CARD = 'divide-y divide-line rounded-card border border-line'

type ActivePlanProps = { state: SubscriptionState; timezone: string }

/** A user's subscriptions and grants, with a link to the billing portal. */
export const ActivePlan = ({ state: { items, grantedUntil, aiGrantedUntil }, timezone }: ActivePlanProps) => {
  const hasFailed = items.some((item) => item.hasFailed)
  return (
    <>
      {hasFailed && <PaymentFailed isMain />}
      {items.length > 0 && (
        <div className={CARD}>
          {items.map((item) => (
            <PaidItemRow key={item.priceId} item={item} timezone={timezone} />
          ))}
          {/* The button about the failed payment opens the same page. */}
          {!hasFailed && <Manage items={items} />}
        </div>
      )}
      {(grantedUntil !== null || aiGrantedUntil !== null) && (
        <div className={CARD}>
          {grantedUntil !== null && <Row icon={<BadgeCheck className="size-5" />} title="Pro Teacher" note={givenUntil(grantedUntil)} />}
          {aiGrantedUntil !== null && (
            <Row icon={<Sparkles className="size-5" />} title={PLANS.ai_addon.name} note={givenUntil(aiGrantedUntil)} />
          )}
        </div>
      )}
    </>
  )
}
