import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'

/** The sign-up rule: everyone, addresses invited by a school, or addresses at certain domains (lowercase). */
export type SignUp = { mode: 'open' } | { mode: 'invited' } | { mode: 'domains'; domains: string[] }

/** Returns the message that explains a restricted sign-up; null if everyone may sign up. */
export const signUpRule = (signUp: SignUp): string | null => {
  if (signUp.mode === 'open') return null
  if (signUp.mode === 'invited')
    return 'Sign-up is by invitation only. Ask your school administrator to invite you, then sign up with the email address they invited.'
  const domains = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(signUp.domains.map((domain) => `@${domain}`))
  return `Sign-up is only for people with an email address that ends in ${domains}.`
}

/** True if the address is at exactly one of these domains. Subdomains don't count. */
export const isAtDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** Returns the text for people who forgot their password on a server that can't send mail. */
export const noMailRule = (contactEmail: string): string => `Email isn’t set up here. Ask ${contactEmail} for a link to set a new password.`

/** Display name of a guest who hasn't entered one. */
export const GUEST_NAME = 'Guest'

/** When a guest created at `createdAt` expires. Both in epoch milliseconds. */
export const guestEnd = (createdAt: number): number => createdAt + RETENTION.guestDays * DAY_MS

/** Days until the guest expires, rounded up, never below 0. `now` is in epoch milliseconds. */
export const guestDaysLeft = (createdAt: string, now: number): number =>
  Math.max(0, Math.ceil((guestEnd(Date.parse(createdAt)) - now) / DAY_MS))

export type TitleHue = { subject: string; hue: number }

/** Number of lesson hues in the design tokens: 0 to 7. */
export const HUES = 8

/**
 * Separates a subject from its details: 'Math: fractions', 'Math – fractions', 'Math - fractions', 'Math (group A)'. The hyphen of
 * 'Self-study' doesn't match.
 */
const DETAILS = /\s*[:–—(]|\s+-\s/

/**
 * Returns the subject of a title, which determines its color: 'math' for 'Math' and for 'Math: fractions'. Numbers are part of it: 'Period
 * 1' and 'Period 2' are two classes.
 */
export const subjectOf = (title: string): string => {
  const whole = title.trim().toLowerCase().replace(/\s+/g, ' ')
  const at = whole.search(DETAILS)
  return at > 0 ? whole.slice(0, at) : whole
}

/** Returns the colors with this title's subject set to `hue`, or removed if `hue` is null. The latest change is at the end. */
export const withTitleHue = (hues: readonly TitleHue[], { title, hue }: { title: string; hue: number | null }): TitleHue[] => {
  const subject = subjectOf(title)
  const others = hues.filter((other) => other.subject !== subject)
  return hue === null ? others : [...others, { subject, hue }]
}

/** Returns a provider's name from its button text, for use in a sentence: `Lincoln District` from `Sign in with Lincoln District`. */
export const nameOfButton = (button: string): string => button.replace(/^(?:sign in|log in|continue) with\s+(?=\S)/i, '')
