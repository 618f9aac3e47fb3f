import type { Person } from '#shared/admin/users/contract.ts'
import type { PlanType } from '#shared/billing/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { formatNumber } from '#web/features/admin/figures.ts'
import { priceOf } from '#web/features/billing/plans.ts'
import { useUser } from '#web/features/people/data.ts'

const nameOf = (planType: PlanType): string => (planType === 'ai_addon' ? 'AI add-on' : 'Pro Teacher')

const INTERVALS = { month: 'Monthly', year: 'Yearly' } as const

/** Returns the rows for a user's plan, each with a label and text. */
const linesOf = ({ items, grantedUntil, aiGrantedUntil, credits }: Person, timezone: string): [string, string][] => {
  const worth = credits.reduce((sum, { amount }) => sum + amount, 0)
  const granted = (day: string) => `Granted until ${formatDay(day, 'long')}`
  return [
    ...items.flatMap(({ planType, amount, interval, periodEnd, isCancelled, hasFailed }): [string, string][] => [
      [nameOf(planType), `${INTERVALS[interval]}, ${priceOf(amount)}`],
      [isCancelled ? 'Ends' : 'Renews', formatDay(todayIn(timezone, Date.parse(periodEnd)), 'long')],
      ...(hasFailed ? [['Last payment', 'Failed'] as [string, string]] : []),
    ]),
    ...(grantedUntil === null ? [] : [[nameOf('monthly'), granted(grantedUntil)] as [string, string]]),
    ...(aiGrantedUntil === null ? [] : [[nameOf('ai_addon'), granted(aiGrantedUntil)] as [string, string]]),
    ['Referral credits', credits.length === 0 ? 'None' : `${credits.length}, worth ${priceOf(worth)}`],
  ]
}

/** A user's subscriptions, grants, credits, and AI usage. */
export const PersonPlan = ({ person }: { person: Person }) => {
  const { timezone } = useUser()
  const { monthlyTokenUsage: used, tokensAllowance: allowance } = person
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {linesOf(person, timezone).map(([name, value], at) => (
          <div key={at} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right font-semibold tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 rounded-control bg-sunken px-3 py-2.5 text-caption tabular">
        <span className="flex justify-between gap-2">
          <span className="text-ink-soft">AI usage this month</span>
          <b className="font-semibold">
            {formatNumber(used)} of {formatNumber(allowance)}
          </b>
        </span>
        <meter aria-label="AI usage this month" min={0} max={allowance} value={used} className="sr-only" />
        <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-line">
          <span className="block h-full rounded-full bg-brand" style={{ width: `${Math.min(100, (100 * used) / allowance)}%` }} />
        </span>
      </div>
    </>
  )
}
