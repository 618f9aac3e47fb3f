import { BadgeCheck, CreditCard, Sparkles } from 'lucide-react'
import type { PaidItem } from '#shared/billing/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { useOpenPortal, useSubscription } from './data.ts'
import { PartHeading } from './part-heading.tsx'
import { priceOf } from './plans.ts'

const noteOf = ({ planType, periodEnd, isCancelled, hasFailed }: PaidItem, timezone: string): string => {
  if (hasFailed) return 'Your last payment didn’t go through.'
  const day = formatDay(todayIn(timezone, Date.parse(periodEnd)), 'long')
  if (isCancelled) return `Ends on ${day}. You won’t be charged again.`
  return `Renews on ${day}.${planType === 'ai_addon' ? ' Billed separately from a plan.' : ''}`
}

const Paid = ({ item, timezone }: { item: PaidItem; timezone: string }) => {
  const isAddOn = item.planType === 'ai_addon'
  return (
    <li className="flex items-center gap-3.5">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
        {isAddOn ? <Sparkles className="size-5" /> : <BadgeCheck className="size-5" />}
      </span>
      <p className="min-w-0">
        <strong className="block font-semibold">
          {isAddOn ? 'AI add-on' : 'Pro Teacher'}, {priceOf(item.amount)} a {item.interval}
        </strong>
        <span className="text-caption text-ink-soft">{noteOf(item, timezone)}</span>
      </p>
    </li>
  )
}

/** The subscriptions that a teacher without access still pays for, with a link to the billing portal for canceling them. */
export const PaidFor = () => {
  const { timezone } = useUser()
  const { data, error, isFetching, refetch } = useSubscription()
  const portal = useOpenPortal()
  if (error && !data)
    return (
      <ErrorState title="Couldn’t load what you pay for" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data) return null
  return (
    <div className="grid gap-2.5">
      {data.items.length > 0 && (
        <section aria-label="What you pay for" className="grid gap-2.5">
          <PartHeading>What you pay for</PartHeading>
          <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 rounded-card border border-line px-3.5 py-3">
            <ul className="grid min-w-[22ch] flex-1 gap-2.5">
              {data.items.map((item) => (
                <Paid key={item.priceId} item={item} timezone={timezone} />
              ))}
            </ul>
            <Button busy={portal.isPending} className="phone:w-full" onClick={() => void portal.open()}>
              Manage Subscription
            </Button>
          </div>
        </section>
      )}
      {data.items.every(({ planType }) => planType === 'ai_addon') && (
        <p className="flex gap-2 text-caption text-ink-soft">
          <CreditCard className="mt-px size-4 shrink-0" />
          {data.items.length === 0
            ? 'You have no plan. Nothing is charged until you choose one.'
            : 'You won’t be charged for a plan unless you choose one.'}
        </p>
      )}
    </div>
  )
}
