/** The content of an email, and the phrases that emails from several features share. features/mail handles the layout. */
import type { Db } from '#server/lib/db/client.ts'
import type { Attachment } from '#server/lib/integrations/mail.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { calledBy } from '#shared/accounts/rules.ts'
import { formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import type { AddressKind, MailKind } from './kinds.ts'

/** A paragraph, or labels with their values. */
export type LetterPart = string | readonly (readonly [label: string, value: string])[]

/** The content of an email, in plain text. User input is escaped when the letter is converted to HTML. */
export type Letter = {
  subject: string
  /** Shown after the subject in the inbox. */
  preview: string
  heading: string
  body: readonly LetterPart[]
  /** Quiet if most recipients don't need it. */
  button?: { label: string; href: string; isQuiet?: true }
  after?: readonly string[]
  /** A less prominent secondary action. */
  link?: { before: string; label: string; href: string }
  /** Why the recipient is receiving this email. */
  why: string
  /** The recipient's address, if no account uses it. */
  email?: string
  attachments?: Attachment[]
}

/** The server's URL, and the recipient's name and time zone. */
export type To = { address: string; name: string | null; timezone: string }

type Person = { id: string; email: string; confirmedAt: Date | null }

/** A queued email that is due. `about` is the id it was queued with. */
type Due = { db: Db; keys: KeyRing; now: Date; queuedAt: Date; about: string; to: To }

type Write<Recipient> = (due: Due & { person: Recipient }) => Promise<Letter | undefined>

/** Writes a letter to a user. Returns undefined if the letter no longer applies. */
export type WriteLetter = Write<Person>

/** Like `WriteLetter`, but `person` is null for an address without an account. The letter must then include that address. */
export type WriteToAddress = Write<Person | null>

/** Kinds that a job writes and sends directly (`MailQueue.send`). */
type SentAtOnce = 'password-reset' | 'set-password'

/** The letter function for each queued kind of mail. */
export type Letters = {
  readonly [Kind in Exclude<MailKind, SentAtOnce>]: Kind extends AddressKind ? WriteToAddress : WriteLetter
} & { readonly [Kind in SentAtOnce]?: never }

export const ABOUT_ACCOUNT = 'You’re getting this email because it’s about your Firstbell account.'
export const HAS_ACCOUNT = 'You’re getting this email because you have a Firstbell account.'

export const hello = ({ name }: To): string => (name ? `Hi ${calledBy(name)},` : 'Hi,')

/** Keeps a number on the line of the word next to it. features/mail sends subjects and plain text with ordinary spaces. */
const unbroken = (text: string): string => text.replace(/ (?=\d)|(?<=\d) /g, '\u00A0')

/** Formats an instant as 'Friday, November 20' in the recipient's time zone. */
export const dayOf = (at: Date, { timezone }: To): string => unbroken(formatDay(todayIn(timezone, at.getTime()), 'weekdayAndDay'))
/** Formats an instant as 'Friday, November 20 at 3:05 PM' in the recipient's time zone. */
export const dayAndTimeOf = (at: Date, to: To): string =>
  `${dayOf(at, to)} at ${unbroken(formatTime(timeIn(to.timezone, at.getTime()), '12'))}`
export const planner = ({ address }: To) => ({ label: 'Open my planner', href: `${address}/dashboard` })
