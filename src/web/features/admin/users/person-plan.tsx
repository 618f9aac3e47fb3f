import type { Person } from '#shared/admin/users/contract.ts'
import type { PlanType } from '#shared/billing/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { monthWords } from '#web/features/admin/figures.ts'
import { priceOf } from '#web/features/billing/plans.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { UserPlan } from './user-plan.tsx'
import { aiShare } from './user-words.ts'

const nameOf = (planType: PlanType): string => (planType === 'ai_addon' ? 'AI add-on' : 'Pro Teacher')

const INTERVALS = { month: 'monthly', year: 'yearly' } as const

/** Returns the rows for a user's plan, each with a label and text. */
const linesOf = ({ items, grantedUntil, aiGrantedUntil, credits }: Person, timezone: string): [string, string][] => {
  const worth = credits.reduce((sum, { amount }) => sum + amount, 0)
  const granted = (day: string) => `Granted until ${formatDay(day, 'long')}`
  return [
    ...items.flatMap(({ planType, amount, interval, periodEnd, isCancelled, hasFailed }): [string, string][] => [
      [`${nameOf(planType)}, ${INTERVALS[interval]}`, priceOf(amount)],
      [isCancelled ? 'Ends' : 'Renews', formatDay(todayIn(timezone, Date.parse(periodEnd)), 'long')],
      ...(hasFailed ? [['Last payment', 'Failed'] as [string, string]] : []),
    ]),
    ...(grantedUntil === null ? [] : [[nameOf('monthly'), granted(grantedUntil)] as [string, string]]),
    ...(aiGrantedUntil === null ? [] : [[nameOf('ai_addon'), granted(aiGrantedUntil)] as [string, string]]),
    ['Referral credits', credits.length === 0 ? 'None' : `${credits.length}, worth ${priceOf(worth)}`],
  ]
}

/** Returns whether the user pays for the plan that they have. Its row then says everything about it. */
const isPaid = ({ subscriptionStatus, items }: Person): boolean =>
  subscriptionStatus === 'PROTEACHERACTIVE' && items.some(({ planType }) => planType !== 'ai_addon')

/** A user's subscriptions, grants, credits, and the share of the month's AI that they used. */
export const PersonPlan = ({ person }: { person: Person }) => {
  const { timezone } = useUser()
  const now = useNow()
  const { monthlyTokenUsage: used, tokensAllowance: allowance } = person
  const usedLabel = `AI used in ${monthWords(todayIn(timezone, now))}`
  return (
    <>
      {!isPaid(person) && (
        <p className="font-medium">
          <UserPlan user={person} clock={{ timezone, now }} />
        </p>
      )}
      <FactList facts={[...linesOf(person, timezone), [usedLabel, aiShare(person)]]} />
      <meter aria-label={usedLabel} min={0} max={allowance} value={used} className="sr-only" />
      <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-brand" style={{ width: `${Math.min(100, (100 * used) / allowance)}%` }} />
      </span>
    </>
  )
}

/** Rows of a user's page, each with a label and a value. */
export const FactList = ({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) => (
  <dl className="grid gap-1.5">
    {facts.map(([label, value], at) => (
      <div key={at} className="flex justify-between gap-4">
        <dt className="text-ink-soft">{label}</dt>
        <dd className="text-right font-semibold wrap-anywhere tabular">{value}</dd>
      </div>
    ))}
  </dl>
)
