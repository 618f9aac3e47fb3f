import type { Db } from '#server/lib/db/client.ts'
import type { AddressKind, CountedKind } from './kinds.ts'
import type { Letter, To } from './letter.ts'

type About = {
  kind: CountedKind
  /** The id of the record that the email is about. Only one email of this kind is sent per id. */
  about?: string
}

/** An email that a job writes and sends directly. Sent even if earlier mail to this address bounced, because the user requested it. */
type SentMail = {
  id: string
  kind: CountedKind
  person: { id: string; email: string; displayName: string | null; timezone: string; bouncedAt: Date | null }
  letter: (to: To) => Letter
}

/**
 * The interface through which other features send email. `app.ts` and `main.ts` pass it to them. Does nothing if no mail server is
 * configured. Email over the recipient's limit isn't queued. Methods that return a number return the seconds until the address can receive
 * more mail, or 0.
 */
export type MailQueue = {
  readonly isOpen: boolean
  /**
   * Queues an email to a user in the caller's transaction, once per kind and `about` id. Guests don't receive email, and new-device emails
   * are sent only to confirmed addresses. Call this last, because it locks rows that other transactions wait for.
   */
  queue: (db: Db, mail: About & { userId: string }, now: Date) => Promise<number>
  /** Like `queue`, for several users. */
  queueToAll: (db: Db, mail: About & { userIds: readonly string[] }, now: Date) => Promise<void>
  /** Like `queue`, for an address without an account. */
  queueToAddress: (db: Db, mail: { kind: AddressKind; about: string; email: string }, now: Date) => Promise<number>
  /** Returns true if an address without an account doesn't take mail, because someone unsubscribed it or mail to it bounced. */
  isSilent: (db: Db, email: string) => Promise<boolean>
  /** Counts an email that a user sends to an address that they typed, toward the user's own limit. */
  countTyped: (db: Db, userId: string, now: Date) => Promise<number>
  /** Counts an email that a job sends directly toward the address's limit. */
  count: (db: Db, mail: { kind: CountedKind; email: string }, now: Date) => Promise<number>
  /**
   * Sends an email immediately from a job. A retry with the same id doesn't record it again. `letter` receives the data for the greeting.
   * Throws `MailFailed` if a retry may succeed. Also throws if no mail server is configured.
   */
  send: (db: Db, mail: SentMail, now: Date) => Promise<void>
}

const nothing = async (): Promise<number> => 0

/** For installations without a mail server. */
export const CLOSED_MAIL_QUEUE: MailQueue = {
  isOpen: false,
  queue: nothing,
  queueToAll: async () => undefined,
  queueToAddress: nothing,
  isSilent: async () => false,
  countTyped: nothing,
  count: nothing,
  send: () => Promise.reject(new Error('Email isn’t set up on this server.')),
}
