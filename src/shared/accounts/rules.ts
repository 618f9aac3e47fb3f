/** Days for which a guest's plan is kept, unless they sign up. */
export const GUEST_DAYS = 3

/** Who may sign up: everybody, only addresses that a school has invited, or only those at some domains (lower case). */
export type SignUp = { mode: 'open' } | { mode: 'invited' } | { mode: 'domains'; domains: string[] }

/** Returns the rule of a closed sign-up in words; null where everybody may sign up. */
export const signUpRule = (signUp: SignUp): string | null => {
  if (signUp.mode === 'open') return null
  if (signUp.mode === 'invited')
    return "New accounts here are by invitation only. Ask your school's administrator for an invitation, and sign up with the address that they invite."
  const domains = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(signUp.domains.map((domain) => `@${domain}`))
  return `New accounts here are for people with an e-mail address that ends in ${domains}.`
}

/** Whether an address belongs to one of these domains itself, not to a part of one. */
export const isAtDomain = (email: string, domains: readonly string[]): boolean =>
  domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** What is said to somebody who has forgotten the password where no mail is sent. */
export const noMailRule = (contactEmail: string): string =>
  `Firstbell can't send mail here. Ask ${contactEmail} for a link to set a new password.`

/** What a guest without a name is called. */
export const GUEST_NAME = 'Guest'

const DAY_MS = 86_400_000

/** The instant at which a guest who came at `createdAt` is gone; in epoch milliseconds. */
export const guestEnd = (createdAt: number): number => createdAt + GUEST_DAYS * DAY_MS

/** Days that are left to a guest, rounded up, never below 0. `now` in epoch milliseconds. */
export const guestDaysLeft = (createdAt: string, now: number): number =>
  Math.max(0, Math.ceil((guestEnd(Date.parse(createdAt)) - now) / DAY_MS))

export type TitleHue = { subject: string; hue: number }

/** The hues of the design tokens, 0 to 7. */
export const HUES = 8
/** Subjects with a chosen colour; more than anybody teaches. */
export const MAX_TITLE_HUES = 200

/** What the details begin with: 'Math: fractions', 'Math – fractions', 'Math - fractions', 'Math (group A)'. Not the hyphen of 'Self-study'. */
const DETAILS = /\s*[:–—(]|\s+-\s/

/**
 * Returns what a title is about, which decides its colour: 'math' for 'Math' and for 'Math: fractions'. Numbers belong to
 * it: 'Period 1' and 'Period 2' are two classes.
 */
export const subjectOf = (title: string): string => {
  const whole = title.trim().toLowerCase().replace(/\s+/g, ' ')
  const at = whole.search(DETAILS)
  return at > 0 ? whole.slice(0, at) : whole
}

/** Returns the chosen colours once a title has another one, or (null) none of its own. The latest stands last. */
export const withTitleHue = (hues: readonly TitleHue[], { title, hue }: { title: string; hue: number | null }): TitleHue[] => {
  const subject = subjectOf(title)
  const others = hues.filter((other) => other.subject !== subject)
  return hue === null ? others : [...others, { subject, hue }]
}

/** Returns what a provider is called within a sentence, from the text of its button: `Lincoln District` of `Sign in with Lincoln District`. */
export const nameOfButton = (button: string): string => button.replace(/^(?:sign in|log in|continue) with\s+(?=\S)/i, '')
