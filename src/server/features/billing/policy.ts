/** Derives a user's entitlement from their trial, their subscriptions, and their grants. docs/billing.md has the table. */
import type { Act } from '#server/features/audit/tables.ts'
import type { PaidStatus } from '#server/lib/integrations/payments.ts'
import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import type { PlanType } from '#shared/billing/contract.ts'
import { hasAccess, trialDaysLeft } from '#shared/billing/rules.ts'
import { addDays, startOfDay } from '#shared/dates.ts'

/** `past_due` means that a payment failed and Stripe is retrying it. The plan stays active in the meantime. */
const RUNNING: readonly PaidStatus[] = ['active', 'trialing', 'past_due']
/** The first payment was never made, so the plan never started. */
const NEVER_BEGUN: readonly PaidStatus[] = ['incomplete', 'incomplete_expired']

type Paid = { status: PaidStatus; planType: PlanType; endsAt: Date | null; latestInvoiceId: string | null }

export type Reasons = {
  freeTrialStarted: Date
  /** The stored status, which still shows that the user had a plan after that plan has ended. */
  status: SubscriptionStatus
  /** All subscriptions, including ended ones. */
  paid: readonly Paid[]
  /** Ids of fully refunded or charged-back invoices. */
  returned: ReadonlySet<string>
  /** Last day of the granted plan. */
  grantedUntil: string | null
  /** Last day of the granted add-on. */
  aiGrantedUntil: string | null
  timezone: string
}

export type Entitlement = { status: SubscriptionStatus; planEndsAt: Date | null; aiFeatureFlag: boolean; aiEndsAt: Date | null }

/** True if a subscription is in effect at an instant. */
export const isRunning = ({ status, endsAt, latestInvoiceId }: Paid, returned: ReadonlySet<string>, now: Date): boolean =>
  RUNNING.includes(status) && (endsAt === null || endsAt > now) && !(latestInvoiceId !== null && returned.has(latestInvoiceId))

/** True if a subscription is shown to its owner. Includes paused subscriptions, and unpaid ones after all retries have failed. */
export const isShown = (paid: Paid, returned: ReadonlySet<string>, now: Date): boolean =>
  isRunning(paid, returned, now) || paid.status === 'unpaid' || paid.status === 'paused'

/** Returns whether a subscription is for the planner or for the AI add-on. */
export const kindOf = (planType: PlanType): 'plan' | 'ai' => (planType === 'ai_addon' ? 'ai' : 'plan')

/** Returns the latest of these instants, or null if any of them is null, which means no end. */
const lastOf = (ends: readonly (Date | null)[]): Date | null =>
  ends.includes(null) ? null : ends.reduce((last, end) => (last === null || (end && end > last) ? end : last), null)

/** Returns the end of a grant, or an empty array if it has ended. The grant includes its last day. */
const endOfGrant = (until: string | null, timezone: string, now: Date): Date[] => {
  const end = until === null ? now : startOfDay(addDays(until, 1), timezone)
  return end > now ? [end] : []
}

/** Returns a user's entitlement at an instant, and when it ends, if known. */
export const entitlementAt = (reasons: Reasons, now: Date): Entitlement => {
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

/** Returns the audit actions for each plan or add-on that started or ended between two states. */
export const changesOf = (before: Entitlement, after: Entitlement): Act[] => {
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

/** Returns the subscriptions whose payment has failed since the last refresh. */
export const newlyFailed = <Now extends Failing>(before: readonly Failing[], after: readonly Now[]): Now[] =>
  after.filter((now) => hasFailed(now) && !before.some((each) => each.id === now.id && hasFailed(each)))

type Sold = { id: string; planType: PlanType }

/** True if a subscription has switched to another plan. */
export const hasSwitched = (before: readonly Sold[], after: readonly Sold[]): boolean =>
  after.some(({ id, planType }) => before.some((each) => each.id === id && each.planType !== planType))

type Account = Pick<Reasons, 'status' | 'freeTrialStarted'> & { planEndsAt: Date | null; isAdmin: boolean }

/** Returns true if a user is allowed to change their planner. `isFree` is true on a server without subscriptions, where every user is. */
export const mayWrite = (
  { status, freeTrialStarted, planEndsAt, isAdmin }: Account,
  { isFree, now }: { isFree: boolean; now: Date },
): boolean =>
  isFree ||
  hasAccess(
    {
      isAdmin,
      subscriptionStatus: status,
      freeTrialStarted: freeTrialStarted.toISOString(),
      planEndsAt: planEndsAt?.toISOString() ?? null,
    },
    now.getTime(),
  )
