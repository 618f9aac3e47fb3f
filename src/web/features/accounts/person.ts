import type { User } from '#shared/accounts/contract.ts'
import { statusAt, trialDaysLeft } from '#shared/billing/rules.ts'

/** What a person is called on the screen. */
export const nameOf = (user: Pick<User, 'displayName' | 'email'>): string => user.displayName?.trim() || user.email

/** Up to two letters that stand for a person: of the first and the last word, or the e-mail's first two. */
export const initialsOf = (user: Pick<User, 'displayName' | 'email'>): string => {
  const words = (user.displayName ?? '').split(/\s+/).filter(Boolean)
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0]) : [...(words[0] ?? user.email)].slice(0, 2)
  return letters.join('').toUpperCase()
}

/** The line under the name: how the account stands at `now` (epoch milliseconds), and whether it still opens the planner. */
export const statusLineOf = (
  user: Pick<User, 'subscriptionStatus' | 'freeTrialStarted'>,
  now: number,
): { text: string; isEnded: boolean } => {
  const status = statusAt(user, now)
  if (status === 'PROTEACHERACTIVE') return { text: 'Amazing Teacher', isEnded: false }
  if (status === 'PROTEACHEREXPIRED') return { text: 'Plan Expired', isEnded: true }
  if (status === 'TRIALEXPIRED') return { text: 'Trial Expired', isEnded: true }
  const days = trialDaysLeft(user.freeTrialStarted, now)
  return { text: `Trial · ${days} ${days === 1 ? 'day' : 'days'} left`, isEnded: false }
}
