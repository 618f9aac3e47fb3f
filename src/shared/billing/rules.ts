import type { SubscriptionStatus } from '#shared/accounts/contract.ts'

export const TRIAL_DAYS = 7

/** What a plan costs, in US dollars: the one price list, read by whatever names a price. */
export const PRICES = {
  proTeacher: { month: 8, year: 60 },
  /** Beside a plan; its tokens are for one month. */
  aiAddOn: { month: 5, tokens: 1_000_000 },
} as const

/** What a year of Pro Teacher saves against twelve months, in US dollars. */
export const YEARLY_SAVING = 12 * PRICES.proTeacher.month - PRICES.proTeacher.year

const DAY_MS = 86_400_000

type Subscription = { subscriptionStatus: SubscriptionStatus; freeTrialStarted: string }

/** Days of trial left: 7 less the days gone by since it began, rounded up, never below 0. `now` in epoch milliseconds. */
export const trialDaysLeft = (freeTrialStarted: string, now: number): number =>
  Math.max(0, Math.ceil(TRIAL_DAYS - (now - Date.parse(freeTrialStarted)) / DAY_MS))

/** The status as it stands at `now`: a trial whose days are used up is expired, whether or not anything wrote that down. */
export const statusAt = ({ subscriptionStatus, freeTrialStarted }: Subscription, now: number): SubscriptionStatus =>
  subscriptionStatus === 'TRIAL' && trialDaysLeft(freeTrialStarted, now) === 0 ? 'TRIALEXPIRED' : subscriptionStatus

/** Whether the planner may be changed: a running trial or an active plan. */
export const hasAccess = (subscription: Subscription, now: number): boolean => {
  const status = statusAt(subscription, now)
  return status === 'TRIAL' || status === 'PROTEACHERACTIVE'
}
