import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import type { PlanType } from './contract.ts'

/** The specification's text for a server where payments aren't set up. */
export const BEING_CONFIGURED =
  'The billing system is being configured. Please try again in a few minutes or contact support if this persists.'

export const TRIAL_DAYS = 7

/** What a plan costs, in US dollars: the one price list, read by whatever names a price. */
export const PRICES = {
  proTeacher: { month: 8, year: 60 },
  /** Beside a plan; its tokens are for one month. */
  aiAddOn: { month: 5, tokens: 1_000_000 },
} as const

/** What a year of Pro Teacher saves against twelve months, in US dollars. */
export const YEARLY_SAVING = 12 * PRICES.proTeacher.month - PRICES.proTeacher.year

/** A friend who pays brings both a month for free: at most so many are held, each for so many months. */
export const CREDITS_HELD = 12
export const CREDIT_MONTHS = 12

const DAY_MS = 86_400_000

type Subscription = {
  subscriptionStatus: SubscriptionStatus
  freeTrialStarted: string
  /** The instant at which the plan ends, where that is settled. */
  planEndsAt?: string | null
}

/** Days of trial left: 7 less the days gone by since it began, rounded up, never below 0. `now` in epoch milliseconds. */
export const trialDaysLeft = (freeTrialStarted: string, now: number): number =>
  Math.max(0, Math.ceil(TRIAL_DAYS - (now - Date.parse(freeTrialStarted)) / DAY_MS))

/** The status as it stands at `now`: a trial or a plan that is over has expired, whether or not anything wrote that down. */
export const statusAt = ({ subscriptionStatus, freeTrialStarted, planEndsAt = null }: Subscription, now: number): SubscriptionStatus => {
  const isTrial = trialDaysLeft(freeTrialStarted, now) > 0
  if (subscriptionStatus === 'TRIAL') return isTrial ? 'TRIAL' : 'TRIALEXPIRED'
  if (subscriptionStatus !== 'PROTEACHERACTIVE' || planEndsAt === null || Date.parse(planEndsAt) > now) return subscriptionStatus
  return isTrial ? 'TRIAL' : 'PROTEACHEREXPIRED'
}

/** Whether the planner may be changed: platform admins always may, everybody else while a trial runs or a plan is active. */
export const hasAccess = (person: Subscription & { isAdmin: boolean }, now: number): boolean => {
  const status = statusAt(person, now)
  return person.isAdmin || status === 'TRIAL' || status === 'PROTEACHERACTIVE'
}

/** The page on which a plan is bought, as the web's address and as Stripe leads back to it. */
export const checkoutAddress = (plan: PlanType): string =>
  plan === 'ai_addon' ? '/checkout?plan=ai_addon&type=monthly' : `/checkout?plan=pro&type=${plan}`
