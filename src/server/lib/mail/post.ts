import type { Db } from '#server/lib/db/client.ts'

/** The kinds of mail. Their texts are in features/mail. */
export type MailKind = CountedKind | 'campaign'

/**
 * Kinds that count toward an address's limit. Campaigns don't: each person receives one once, and it takes no room from mail that they
 * request.
 */
export type CountedKind =
  | 'welcome'
  | 'trial-ending'
  | 'trial-ended'
  | 'renewal'
  | 'payment-failed'
  | 'invited'
  | 'school-invited'
  | 'new-device'
  | 'confirm-address'
  | 'password-reset'
  | 'set-password'
  | 'role-changed'
  | 'school-administrator'

type About = {
  kind: CountedKind
  /** The id of what the email is about. Only one email of this kind is sent per id. */
  about?: string
}

/**
 * How other features send email; `app.ts` and `main.ts` pass it to them. Does nothing if no mail server is configured. Email
 * over the recipient's limit isn't queued. Methods that return seconds return 0, or how long until the address has room again.
 */
export type Post = {
  readonly isOpen: boolean
  /**
   * Queues an email to a person in the caller's transaction, once per kind and `about` id. Guests don't get any, and
   * new-device emails are sent only to confirmed addresses. Call it last, because it locks rows that others wait for.
   */
  queue: (db: Db, mail: About & { userId: string }, now: Date) => Promise<number>
  /** Like `queue`, for several people. */
  queueToAll: (db: Db, mail: About & { userIds: readonly string[] }, now: Date) => Promise<void>
  /** Like `queue`, for an address without an account. */
  queueToAddress: (db: Db, mail: { kind: CountedKind; about: string; email: string }, now: Date) => Promise<number>
  /** Counts an email that a job sends by itself. */
  count: (db: Db, mail: { kind: CountedKind; email: string }, now: Date) => Promise<number>
}

const nothing = async (): Promise<number> => 0

/** For installations without mail. */
export const CLOSED_POST: Post = {
  isOpen: false,
  queue: nothing,
  queueToAll: async () => undefined,
  queueToAddress: nothing,
  count: nothing,
}
