/** The content of a mail, and the phrases that the features' mails share. features/mail does the layout. */
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import type { AddressKind, MailKind } from './kinds.ts'

/** The content of a mail, in plain text. User input is escaped when it's turned into HTML. */
export type Letter = {
  subject: string
  /** Shown after the subject in an inbox. */
  preview: string
  heading: string
  body: readonly string[]
  button?: { label: string; href: string }
  after?: readonly string[]
  /** A less prominent second action. */
  link?: { before: string; label: string; href: string }
  /** Why the recipient receives this mail. */
  why: string
  /** The address of a recipient without an account. */
  email?: string
}

/** The server's address, and the recipient's name and time zone. */
export type To = { address: string; name: string | null; timezone: string }

type Person = { id: string; email: string; confirmedAt: Date | null }

/** A queued mail. `about`: the id that it was queued with. */
type Due = { db: Db; keys: KeyRing; now: Date; queuedAt: Date; about: string; to: To }

type Write<Recipient> = (due: Due & { person: Recipient }) => Promise<Letter | undefined>

/** Writes a letter to a user. Returns undefined if its reason no longer applies. */
export type WriteLetter = Write<Person>

/** Like `WriteLetter`. `person` is null for an address without an account, which the letter then names. */
export type WriteToAddress = Write<Person | null>

/** Kinds that a job writes and sends itself (`Post.send`). */
type SentAtOnce = 'password-reset' | 'set-password'

/** The letter of each queued kind. */
export type Letters = {
  readonly [Kind in Exclude<MailKind, SentAtOnce>]: Kind extends AddressKind ? WriteToAddress : WriteLetter
} & { readonly [Kind in SentAtOnce]?: never }

export const ABOUT_ACCOUNT = 'You’re getting this email because it’s about your Firstbell account.'
export const HAS_ACCOUNT = 'You’re getting this email because you have a Firstbell account.'

export const hello = ({ name }: To): string => (name ? `Hi ${name},` : 'Hi,')
/** Returns 'Friday, November 20' in the recipient's time zone. */
export const dayOf = (at: Date, { timezone }: To): string => formatDay(todayIn(timezone, at.getTime()), 'weekdayAndDay')
/** Returns 'Friday, November 20 at 3:05 PM' in the recipient's time zone. */
export const dayAndTimeOf = (at: Date, to: To): string => `${dayOf(at, to)} at ${formatTime(timeIn(to.timezone, at.getTime()), '12')}`
export const planner = ({ address }: To) => ({ label: 'Open my planner', href: `${address}/dashboard` })
