import type { ListedUser } from '#shared/admin/users/contract.ts'
import { TRIAL_DAYS, trialDaysLeft } from '#shared/billing/rules.ts'
import { addDays, DAY_MS, formatDay, todayIn } from '#shared/dates.ts'

/** The admin's time zone, and the current time in epoch milliseconds. */
export type Clock = { timezone: string; now: number }

/** Formats the day of an instant: `Today`, `Yesterday`, `Nov 10`, or `Nov 10, 2025` in another year. */
export const dayWords = (instant: string, { timezone, now }: Clock): string => {
  const day = todayIn(timezone, Date.parse(instant))
  const today = todayIn(timezone, now)
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  return formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'monthDay' : 'medium')
}

type Plan = Pick<ListedUser, 'subscriptionStatus' | 'freeTrialStarted' | 'planInterval' | 'planEndsAt'>

const INTERVALS = { month: 'monthly', year: 'yearly' } as const

/** Describes a user's trial or plan: `Trial, 2 days left`, `Pro Active, yearly`. Returns an unknown status unchanged. */
export const planWords = (plan: Plan, clock: Clock): string => {
  const { subscriptionStatus: status, freeTrialStarted, planInterval, planEndsAt } = plan
  switch (status) {
    case 'TRIAL': {
      const left = trialDaysLeft(freeTrialStarted, clock.now)
      return `Trial, ${left} ${left === 1 ? 'day' : 'days'} left`
    }
    case 'TRIALEXPIRED':
      return `Trial Expired ${dayWords(new Date(Date.parse(freeTrialStarted) + TRIAL_DAYS * DAY_MS).toISOString(), clock)}`
    case 'PROTEACHERACTIVE':
      return planInterval ? `Pro Active, ${INTERVALS[planInterval]}` : 'Pro Active'
    case 'PROTEACHEREXPIRED':
      return planEndsAt ? `Pro Expired ${dayWords(planEndsAt, clock)}` : 'Pro Expired'
    default:
      return status
  }
}

/** Formats the used share of a month's AI allowance: `0`, `39%`. Any use counts as at least 1%. */
export const aiShare = ({ monthlyTokenUsage: used, tokensAllowance: allowance }: AiUse): string =>
  used === 0 || allowance === 0 ? '0' : `${Math.max(1, Math.round((100 * used) / allowance))}%`
type AiUse = Pick<ListedUser, 'monthlyTokenUsage' | 'tokensAllowance'>
