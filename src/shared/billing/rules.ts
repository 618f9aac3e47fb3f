import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { PlanType } from './contract.ts'

/** The specification's text for a server where payments aren't set up. */
export const BEING_CONFIGURED =
  'The billing system is being configured. Please try again in a few minutes or contact support if this persists.'

export const TRIAL_DAYS = 7

/** The price list in US dollars. Every screen that shows a price reads it from here. */
export const PRICES = {
  proTeacher: { month: 8, year: 60 },
  /** On top of a plan. The tokens are per month. */
  aiAddOn: { month: 5, tokens: 1_000_000 },
} as const

/** Savings of the yearly plan compared with twelve months, in US dollars. */
export const YEARLY_SAVING = 12 * PRICES.proTeacher.month - PRICES.proTeacher.year

/** Referral credits: how many a person can have, and for how many months each is valid. */
export const CREDITS_HELD = 12
export const CREDIT_MONTHS = 12

type Subscription = {
  subscriptionStatus: SubscriptionStatus
  freeTrialStarted: string
  /** When the plan ends, if known. */
  planEndsAt?: string | null
}

/** Returns the remaining days of a trial: 7 minus the days since it started, rounded up, never below 0. `now` is in epoch milliseconds. */
export const trialDaysLeft = (freeTrialStarted: string, now: number): number =>
  Math.max(0, Math.ceil(TRIAL_DAYS - (now - Date.parse(freeTrialStarted)) / DAY_MS))

/** Returns the status at `now`. A trial or plan that is over has expired, even if the stored status hasn't been updated yet. */
export const statusAt = ({ subscriptionStatus, freeTrialStarted, planEndsAt = null }: Subscription, now: number): SubscriptionStatus => {
  const isTrial = trialDaysLeft(freeTrialStarted, now) > 0
  if (subscriptionStatus === 'TRIAL') return isTrial ? 'TRIAL' : 'TRIALEXPIRED'
  if (subscriptionStatus !== 'PROTEACHERACTIVE' || planEndsAt === null || Date.parse(planEndsAt) > now) return subscriptionStatus
  return isTrial ? 'TRIAL' : 'PROTEACHEREXPIRED'
}

/** Returns true if a person can edit their planner. Platform admins always can, others during a trial or with an active plan. */
export const hasAccess = (person: Subscription & { isAdmin: boolean }, now: number): boolean => {
  const status = statusAt(person, now)
  return person.isAdmin || status === 'TRIAL' || status === 'PROTEACHERACTIVE'
}

/** Returns the path of the checkout page, which is also Stripe's cancel URL. */
export const checkoutAddress = (plan: PlanType): string =>
  plan === 'ai_addon' ? '/checkout?plan=ai_addon&type=monthly' : `/checkout?plan=pro&type=${plan}`
