import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'

/** Sign-up policy: open to everyone, limited to addresses invited by a school, or limited to certain lowercase domains. */
export type SignUp = { mode: 'open' } | { mode: 'invited' } | { mode: 'domains'; domains: string[] }

/** Returns a message explaining the sign-up restriction, or null if sign-up is open to everyone. */
export const signUpRule = (signUp: SignUp): string | null => {
  if (signUp.mode === 'open') return null
  if (signUp.mode === 'invited')
    return 'Sign-up is by invitation only. Ask your school administrator to invite you, then sign up with the email address they invited.'
  const domains = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(signUp.domains.map((domain) => `@${domain}`))
  return `Sign-up is only for people with an email address that ends in ${domains}.`
}

/** True if the address is at exactly one of these domains. Subdomains don't match. */
export const isAtDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** Returns the message for users who forgot their password on a server that can't send mail. */
export const noMailRule = (contactEmail: string): string => `Email isn’t set up here. Ask ${contactEmail} for a link to set a new password.`

/** Display name of a guest who hasn't entered one. */
export const GUEST_NAME = 'Guest'

/** Returns when a guest created at `createdAt` expires. Both are in epoch milliseconds. */
export const guestEnd = (createdAt: number): number => createdAt + RETENTION.guestDays * DAY_MS

/** Returns the days until the guest expires, rounded up, from 0 to the whole time. `now` is in epoch milliseconds. */
export const guestDaysLeft = (createdAt: string, now: number): number =>
  Math.min(RETENTION.guestDays, Math.max(0, Math.ceil((guestEnd(Date.parse(createdAt)) - now) / DAY_MS)))

/** The three rich-text notes included in every sub plan. They are stored encrypted. */
export const NOTE_NAMES = ['emergencyProcedures', 'studentNotes', 'substituteInstructions'] as const
export type NoteName = (typeof NOTE_NAMES)[number]
export type SpecialNotes = Record<NoteName, string>

/** Shown instead of a note that can't be decrypted, also on plans. */
export const UNREADABLE_NOTE =
  '<p>This text can’t be read, because the server doesn’t have the key that encrypted it. Ask the person who runs Firstbell.</p>'

export type TitleHue = { subject: string; hue: number }

/** Number of lesson hues in the design tokens, numbered 0 to 10. */
export const HUES = 11

/**
 * Matches the separator between a subject and its details: 'Math: fractions', 'Math – fractions', 'Math - fractions', 'Math (group A)'.
 * Doesn't match the hyphen in 'Self-study'.
 */
const DETAILS = /\s*[:–—(]|\s+-\s/

/**
 * Returns the subject of a lesson title, which determines the lesson's color: 'math' for both 'Math' and 'Math: fractions'. Numbers are
 * part of the subject: 'Period 1' and 'Period 2' are two classes.
 */
export const subjectOf = (title: string): string => {
  const whole = title.trim().toLowerCase().replace(/\s+/g, ' ')
  const at = whole.search(DETAILS)
  return at > 0 ? whole.slice(0, at) : whole
}

/** Found by trial and error. With this seed, eleven common subjects of an elementary school get eleven different hues. */
const START = 250117523

/** Returns a subject's preferred hue, a deterministic hash of its name (FNV-1a with a final mix). */
export const likedHue = (subject: string): number => {
  let hash = START
  for (const letter of subject) hash = Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
}

/**
 * Returns the colors with the entry for this title's subject set to `hue`, or removed if `hue` is null. The most recently changed entry is
 * last.
 */
export const withTitleHue = (hues: readonly TitleHue[], { title, hue }: { title: string; hue: number | null }): TitleHue[] => {
  const subject = subjectOf(title)
  const others = hues.filter((other) => other.subject !== subject)
  return hue === null ? others : [...others, { subject, hue }]
}

/**
 * Returns a provider's name for use in a sentence, extracted from its button label: `Lincoln District` from `Sign in with Lincoln
 * District`.
 */
export const nameOfButton = (button: string): string => button.replace(/^(?:sign in|log in|continue) with\s+(?=\S)/i, '')

const TITLES = /^(?:mrs?|ms|mx|miss|dr|prof|sr|sra|coach)$/i

/** Returns the name to greet a person by: the first name, or the whole name if it begins with a title or with initials. */
export const calledBy = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  return /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) && !TITLES.test(first) ? first : words.join(' ')
}
