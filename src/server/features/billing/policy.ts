/**
 * What a person has, from all the reasons there are for it: their trial, what they pay for, what was granted to them. The
 * table of it, in words, is docs/billing.md.
 */
import type { Act } from '#server/features/audit/tables.ts'
import type { PaidStatus } from '#server/lib/outside/payments.ts'
import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import type { PlanType } from '#shared/billing/contract.ts'
import { trialDaysLeft } from '#shared/billing/rules.ts'
import { addDays, startOfDay } from '#shared/dates.ts'

/** `past_due` is a payment that failed and is tried again: the plan goes on meanwhile. */
const RUNNING: readonly PaidStatus[] = ['active', 'trialing', 'past_due']
/** The first payment has not been made, so there never was a plan. */
const NEVER_BEGUN: readonly PaidStatus[] = ['incomplete', 'incomplete_expired']

type Paid = { status: PaidStatus; planType: PlanType; endsAt: Date | null; latestInvoiceId: string | null }

export type Reasons = {
  freeTrialStarted: Date
  /** What was written down before: a plan that was there is remembered as one that has ended. */
  status: SubscriptionStatus
  /** Subscriptions, also those that are over. */
  paid: readonly Paid[]
  /** Ids of invoices of which all that was paid has gone back. */
  returned: ReadonlySet<string>
  /** The last day of a plan that was granted. */
  grantedUntil: string | null
  /** The same of the add-on. */
  aiGrantedUntil: string | null
  timezone: string
}

export type Standing = { status: SubscriptionStatus; planEndsAt: Date | null; aiFeatureFlag: boolean; aiEndsAt: Date | null }

/** Whether a subscription gives what it is for, at an instant. */
export const isRunning = ({ status, endsAt, latestInvoiceId }: Paid, returned: ReadonlySet<string>, now: Date): boolean =>
  RUNNING.includes(status) && (endsAt === null || endsAt > now) && !(latestInvoiceId !== null && returned.has(latestInvoiceId))

/** Whether a person is shown a subscription among what they pay for: also one whose payments have failed for good. */
export const isShown = (paid: Paid, returned: ReadonlySet<string>, now: Date): boolean =>
  isRunning(paid, returned, now) || paid.status === 'unpaid' || paid.status === 'paused'

/** Whether a subscription is one for the add-on, and not for the planner. */
export const kindOf = (planType: PlanType): 'plan' | 'ai' => (planType === 'ai_addon' ? 'ai' : 'plan')

/** The last of these instants; null where one of them never comes. */
const lastOf = (ends: readonly (Date | null)[]): Date | null =>
  ends.includes(null) ? null : ends.reduce((last, end) => (last === null || (end && end > last) ? end : last), null)

/** When what was granted until a day ends, if it has not; that day is included. */
const endOfGrant = (until: string | null, timezone: string, now: Date): Date[] => {
  const end = until === null ? now : startOfDay(addDays(until, 1), timezone)
  return end > now ? [end] : []
}

/** Returns what a person has at an instant, and when that is settled to end. */
export const standingOf = (reasons: Reasons, now: Date): Standing => {
  const { freeTrialStarted, status, paid, returned, grantedUntil, aiGrantedUntil, timezone } = reasons
  const running = paid.filter((each) => isRunning(each, returned, now))
  const endsOf = (kind: 'plan' | 'ai') => running.filter(({ planType }) => kindOf(planType) === kind).map(({ endsAt }) => endsAt)
  const ends = [...endsOf('plan'), ...endOfGrant(grantedUntil, timezone, now)]
  const aiEnds = [...endsOf('ai'), ...endOfGrant(aiGrantedUntil, timezone, now)]
  const ai = { aiFeatureFlag: aiEnds.length > 0, aiEndsAt: lastOf(aiEnds) }
  if (ends.length > 0) return { status: 'PROTEACHERACTIVE', planEndsAt: lastOf(ends), ...ai }
  if (trialDaysLeft(freeTrialStarted.toISOString(), now.getTime()) > 0) return { status: 'TRIAL', planEndsAt: null, ...ai }
  const hadPlan =
    status.startsWith('PROTEACHER') ||
    grantedUntil !== null ||
    paid.some((each) => kindOf(each.planType) === 'plan' && !NEVER_BEGUN.includes(each.status))
  return { status: hadPlan ? 'PROTEACHEREXPIRED' : 'TRIALEXPIRED', planEndsAt: null, ...ai }
}

/** Returns what of a person's plan and add-on has begun or ended between two standings. */
export const changesOf = (before: Standing, after: Standing): Act[] => {
  const acts: Act[] = []
  const [was, is] = [before, after].map(({ status }) => status === 'PROTEACHERACTIVE')
  if (was !== is) acts.push(is ? 'plan.begun' : 'plan.ended')
  else if (is && (before.planEndsAt === null) !== (after.planEndsAt === null))
    acts.push(after.planEndsAt === null ? 'plan.resumed' : 'plan.cancelled')
  if (before.aiFeatureFlag !== after.aiFeatureFlag) acts.push(after.aiFeatureFlag ? 'addon.begun' : 'addon.ended')
  return acts
}

type Failing = { id: string; status: PaidStatus }
const hasFailed = ({ status }: Failing): boolean => status === 'past_due' || status === 'unpaid'

/** The subscriptions whose payment has failed since they were known last. */
export const newlyFailed = <Now extends Failing>(before: readonly Failing[], after: readonly Now[]): Now[] =>
  after.filter((now) => hasFailed(now) && !before.some((each) => each.id === now.id && hasFailed(each)))

type Sold = { id: string; planType: PlanType }

/** Whether a subscription is for another plan than before. */
export const hasSwitched = (before: readonly Sold[], after: readonly Sold[]): boolean =>
  after.some(({ id, planType }) => before.some((each) => each.id === id && each.planType !== planType))
