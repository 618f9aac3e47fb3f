import type { Db } from '#server/lib/db/client.ts'
import type { AddressKind, CountedKind } from './kinds.ts'
import type { Letter, To } from './letter.ts'

type About = {
  kind: CountedKind
  /** The id of what the email is about. Only one email of this kind is sent per id. */
  about?: string
}

/** An email that its job writes itself. Sent even if earlier mail to this address bounced, because the person requested it. */
type SentMail = {
  id: string
  kind: CountedKind
  person: { id: string; email: string; displayName: string | null; timezone: string; bouncedAt: Date | null }
  letter: (to: To) => Letter
}

/**
 * How other features send email; `app.ts` and `main.ts` pass it to them. Does nothing if no mail server is configured. Email
 * over the recipient's limit isn't queued. Methods that return seconds return 0, or how long until the address has room again.
 */
export type MailQueue = {
  readonly isOpen: boolean
  /**
   * Queues an email to a person in the caller's transaction, once per kind and `about` id. Guests don't get any, and
   * new-device emails are sent only to confirmed addresses. Call it last, because it locks rows that others wait for.
   */
  queue: (db: Db, mail: About & { userId: string }, now: Date) => Promise<number>
  /** Like `queue`, for several people. */
  queueToAll: (db: Db, mail: About & { userIds: readonly string[] }, now: Date) => Promise<void>
  /** Like `queue`, for an address without an account. */
  queueToAddress: (db: Db, mail: { kind: AddressKind; about: string; email: string }, now: Date) => Promise<number>
  /** Counts an email that a job sends by itself. */
  count: (db: Db, mail: { kind: CountedKind; email: string }, now: Date) => Promise<number>
  /**
   * Sends an email now, for jobs, and records it once per id. `letter` gets the greeting. Throws `MailFailed` if a retry may succeed, and
   * if no mail server is configured.
   */
  send: (db: Db, mail: SentMail, now: Date) => Promise<void>
}

const nothing = async (): Promise<number> => 0

/** For installations without mail. */
export const CLOSED_MAIL_QUEUE: MailQueue = {
  isOpen: false,
  queue: nothing,
  queueToAll: async () => undefined,
  queueToAddress: nothing,
  count: nothing,
  send: () => Promise.reject(new Error('Email isn’t set up on this server.')),
}
