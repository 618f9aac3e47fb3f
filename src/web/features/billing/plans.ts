import type { PlanType } from '#shared/billing/contract.ts'
import { BEING_CONFIGURED, PRICES, TRIAL_DAYS } from '#shared/billing/rules.ts'
import { formatDay, todayIn } from '#shared/dates.ts'

/** What opens the planner: the add-on stands beside it. */
export type ProPlan = Exclude<PlanType, 'ai_addon'>

/** What each plan is called and costs, in US dollars. */
export const PLANS = {
  monthly: { name: 'Pro Teacher, monthly', amount: PRICES.proTeacher.month, interval: 'month' },
  yearly: { name: 'Pro Teacher, yearly', amount: PRICES.proTeacher.year, interval: 'year' },
  ai_addon: { name: 'AI add-on, monthly', amount: PRICES.aiAddOn.month, interval: 'month' },
} as const satisfies Record<PlanType, { name: string; amount: number; interval: 'month' | 'year' }>

/** Whether two plans are the same thing to own: monthly and yearly both are Pro Teacher. */
export const isSameProduct = (one: PlanType, other: PlanType): boolean => (one === 'ai_addon') === (other === 'ai_addon')

/** Reads from the checkout page's address what is to be bought. Pro Teacher without a type is yearly. Returns null where it names nothing that there is. */
export const planOf = (address: URLSearchParams): { plan: PlanType; priceId: string | null } | null => {
  const [plan, type, priceId] = [address.get('plan'), address.get('type'), address.get('priceId')]
  if (plan === 'ai_addon') return { plan, priceId }
  if (plan !== 'pro' || (type !== null && type !== 'monthly' && type !== 'yearly')) return null
  return { plan: type ?? 'yearly', priceId }
}

/** Cents as '$60' or '$4.50'. */
export const priceOf = (cents: number): string => `$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

const DAY_MS = 86_400_000

/** The day on which a trial ends, where the teacher is. */
export const trialEndDay = ({ freeTrialStarted, timezone }: { freeTrialStarted: string; timezone: string }): string =>
  todayIn(timezone, Date.parse(freeTrialStarted) + TRIAL_DAYS * DAY_MS)

type Unpaid = {
  /** Days of trial left, 0 outside of a trial. */
  daysLeft: number
  /** The last day of a plan that was granted. */
  grantedUntil: string | null
}

/** What is said before a plan is paid for to somebody who has it for nothing now: it begins today, and takes the place of what is left. */
export const startNote = ({ daysLeft, grantedUntil }: Unpaid): string | null => {
  if (grantedUntil !== null)
    return `You were given Pro Teacher until ${formatDay(grantedUntil, 'long')}. A plan that you buy begins today all the same.`
  if (daysLeft === 0) return null
  const left = daysLeft === 1 ? 'trial day that you have left isn’t' : `${daysLeft} trial days that you have left aren’t`
  return `Your plan begins today. The ${left} added to it.`
}

const IS_BEING_CONFIGURED = /temporarily unavailable|being configured/i

/** What is said when Stripe's page for a subscriber could not be opened. */
export const portalFailure = (reason: string): { title: string; description: string } =>
  IS_BEING_CONFIGURED.test(reason)
    ? {
        title: 'Billing Portal Temporarily Unavailable',
        description: BEING_CONFIGURED,
      }
    : { title: 'Failed to open billing portal', description: reason }

/** What is said when a checkout could not be begun. */
export const checkoutFailure = (code: string, reason: string): { title: string; description: string } =>
  code === 'offline'
    ? { title: 'Network Error', description: 'Please check your connection and try again' }
    : { title: 'Checkout Error', description: reason || 'Failed to start checkout process' }

/** Days before its end on which a trial says so. */
const TOLD_DAYS = [3, 1]

/** The line in the planner shortly before a trial ends; null on all other days. */
export const trialLine = (daysLeft: number): string | null => {
  if (!TOLD_DAYS.includes(daysLeft)) return null
  return daysLeft === 1 ? 'Your trial ends within a day.' : `Your trial ends in ${daysLeft} days.`
}
