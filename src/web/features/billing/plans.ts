import type { PlanType } from '#shared/billing/contract.ts'
import { BEING_CONFIGURED, PRICES, TRIAL_DAYS } from '#shared/billing/rules.ts'
import { DAY_MS, formatDay, todayIn } from '#shared/dates.ts'

/** Plans that unlock the planner. The add-on is separate. */
export type ProPlan = Exclude<PlanType, 'ai_addon'>

/** The name and price of each plan, in US dollars. */
export const PLANS = {
  monthly: { name: 'Pro Teacher, monthly', amount: PRICES.proTeacher.month, interval: 'month' },
  yearly: { name: 'Pro Teacher, yearly', amount: PRICES.proTeacher.year, interval: 'year' },
  ai_addon: { name: 'AI add-on, monthly', amount: PRICES.aiAddOn.month, interval: 'month' },
} as const satisfies Record<PlanType, { name: string; amount: number; interval: 'month' | 'year' }>

/** Returns true if two plans are the same product. Monthly and yearly are both Pro Teacher. */
export const isSameProduct = (one: PlanType, other: PlanType): boolean => (one === 'ai_addon') === (other === 'ai_addon')

/** Parses the checkout page's query string. Pro Teacher without a type defaults to yearly. Returns null for an unknown plan. */
export const planOf = (address: URLSearchParams): { plan: PlanType; priceId: string | null } | null => {
  const [plan, type, priceId] = [address.get('plan'), address.get('type'), address.get('priceId')]
  if (plan === 'ai_addon') return { plan, priceId }
  if (plan !== 'pro' || (type !== null && type !== 'monthly' && type !== 'yearly')) return null
  return { plan: type ?? 'yearly', priceId }
}

/** Formats cents as '$60' or '$4.50'. */
export const priceOf = (cents: number): string => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** Returns a date that never breaks across lines. */
export const unbroken = (date: string): string => date.replaceAll(' ', '\u00a0')

/** Returns the day a trial ends, in the teacher's time zone. */
export const trialEndDay = ({ freeTrialStarted, timezone }: { freeTrialStarted: string; timezone: string }): string =>
  todayIn(timezone, Date.parse(freeTrialStarted) + TRIAL_DAYS * DAY_MS)

type Unpaid = {
  /** Trial days left. 0 if the user isn't on a trial. */
  daysLeft: number
  /** The last day of a granted plan. */
  grantedUntil: string | null
}

/**
 * Returns a note for users who currently have Pro Teacher for free, or null for everyone else. The note says that a paid plan starts today
 * rather than after the free period ends.
 */
export const startNote = ({ daysLeft, grantedUntil }: Unpaid): string | null => {
  if (grantedUntil !== null)
    return `You have Pro Teacher for free through ${formatDay(grantedUntil, 'long')}. If you buy a plan, it starts today anyway.`
  if (daysLeft === 0) return null
  const left = daysLeft === 1 ? 'remaining trial day isn’t' : `remaining ${daysLeft} trial days aren’t`
  return `Your plan starts today. Your ${left} added to it.`
}

const IS_BEING_CONFIGURED = /temporarily unavailable|being configured/i

/** Returns the error message if the billing portal can't be opened. */
export const portalFailure = (reason: string): { title: string; description: string } =>
  IS_BEING_CONFIGURED.test(reason)
    ? {
        title: 'Billing Portal Temporarily Unavailable',
        description: BEING_CONFIGURED,
      }
    : { title: 'Failed to open billing portal', description: reason }

/** Returns the error message if a checkout can't be started. */
export const checkoutFailure = (code: string, reason: string): { title: string; description: string } =>
  code === 'offline'
    ? { title: 'Network Error', description: 'Please check your connection and try again' }
    : { title: 'Checkout Error', description: reason || 'Failed to start checkout process' }

/** The trial notice is shown when this many days are left. */
const TOLD_DAYS = [3, 1]

/** Returns the notice that is shown shortly before a trial ends, or null on other days. */
export const trialLine = (daysLeft: number): string | null => {
  if (!TOLD_DAYS.includes(daysLeft)) return null
  return daysLeft === 1 ? 'Your trial ends in less than a day.' : `Your trial ends in ${daysLeft} days.`
}
