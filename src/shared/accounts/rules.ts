/** Days for which a guest's plan is kept, unless they sign up. */
export const GUEST_DAYS = 3

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
