import type { User } from '#shared/accounts/contract.ts'
import { GUEST_NAME, guestDaysLeft } from '#shared/accounts/rules.ts'
import { statusAt, trialDaysLeft } from '#shared/billing/rules.ts'

/** Returns the display name, or else the email address, or else the guest name. */
export const nameOf = (user: Pick<User, 'displayName' | 'email'>): string => user.displayName?.trim() || user.email || GUEST_NAME

/** Returns one or two initials: from the first and last word, or the first two letters of a one-word name. */
export const initialsOf = (user: Pick<User, 'displayName' | 'email'>): string => {
  const words = (user.displayName ?? '').split(/\s+/).filter(Boolean)
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0]) : [...(words[0] ?? nameOf(user))].slice(0, 2)
  return letters.join('').toUpperCase()
}

export const daysOf = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

/** Returns the account's status line at `now` (epoch milliseconds), and whether its access has ended. */
export const statusLineOf = (
  user: Pick<User, 'subscriptionStatus' | 'freeTrialStarted' | 'isGuest' | 'createdAt'>,
  now: number,
): { text: string; isEnded: boolean } => {
  if (user.isGuest) return { text: `Guest · ${daysOf(guestDaysLeft(user.createdAt, now))} left`, isEnded: false }
  const status = statusAt(user, now)
  if (status === 'PROTEACHERACTIVE') return { text: 'Amazing Teacher', isEnded: false }
  if (status === 'PROTEACHEREXPIRED') return { text: 'Plan Expired', isEnded: true }
  if (status === 'TRIALEXPIRED') return { text: 'Trial Expired', isEnded: true }
  return { text: `Trial · ${daysOf(trialDaysLeft(user.freeTrialStarted, now))} left`, isEnded: false }
}
