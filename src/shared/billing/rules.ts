import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { PlanType } from './contract.ts'

/** Shown if payments aren't set up on this server. The specification prescribes this wording. */
export const BEING_CONFIGURED =
  'The billing system is being configured. Please try again in a few minutes or contact support if this persists.'

export const TRIAL_DAYS = 7

/** The price list in US dollars. Every screen that shows prices uses it. */
export const PRICES = {
  proTeacher: { month: 8, year: 60 },
  /** Available only in addition to a plan. `tokens` is the monthly allowance. */
  aiAddOn: { month: 5, tokens: 1_000_000 },
} as const

/** How much the yearly plan saves compared with twelve months of the monthly plan, in US dollars. */
export const YEARLY_SAVING = 12 * PRICES.proTeacher.month - PRICES.proTeacher.year

/** Referral credits: how many a user can have, and how many months each is valid. */
export const CREDITS_HELD = 12
export const CREDIT_MONTHS = 12

type Subscription = {
  subscriptionStatus: SubscriptionStatus
  freeTrialStarted: string
  /** When the plan ends, if known. */
  planEndsAt?: string | null
}

/**
 * Returns the remaining days of a trial: 7 minus the days since it started, rounded up, from 0 to 7. `now` is in epoch
 * milliseconds, and may be from a clock behind the server's.
 */
export const trialDaysLeft = (freeTrialStarted: string, now: number): number =>
  Math.min(TRIAL_DAYS, Math.max(0, Math.ceil(TRIAL_DAYS - (now - Date.parse(freeTrialStarted)) / DAY_MS)))

/** Returns the subscription status at `now`. A trial or plan past its end is expired, even if the stored status hasn't been updated yet. */
export const statusAt = ({ subscriptionStatus, freeTrialStarted, planEndsAt = null }: Subscription, now: number): SubscriptionStatus => {
  const isTrial = trialDaysLeft(freeTrialStarted, now) > 0
  if (subscriptionStatus === 'TRIAL') return isTrial ? 'TRIAL' : 'TRIALEXPIRED'
  if (subscriptionStatus !== 'PROTEACHERACTIVE' || planEndsAt === null || Date.parse(planEndsAt) > now) return subscriptionStatus
  return isTrial ? 'TRIAL' : 'PROTEACHEREXPIRED'
}

/** True if a user can edit their planner. Platform admins always can. Other users can during a trial or with an active plan. */
export const hasAccess = (person: Subscription & { isAdmin: boolean }, now: number): boolean => {
  const status = statusAt(person, now)
  return person.isAdmin || status === 'TRIAL' || status === 'PROTEACHERACTIVE'
}

/** Returns the URL path of the checkout page, which is also Stripe's cancel URL. */
export const checkoutAddress = (plan: PlanType): string =>
  plan === 'ai_addon' ? '/checkout?plan=ai_addon&type=monthly' : `/checkout?plan=pro&type=${plan}`
