import type { Db } from '#server/lib/db/client.ts'

/** The kinds of mail; the words of each are in features/mail. */
export type MailKind = CountedKind | 'campaign'

/** What is counted by address. A campaign isn't: it goes once to each person, and fills no room of what they ask for. */
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
  /** The id of what it is about; there is one such mail for each. */
  about?: string
}

/**
 * What other features have mail sent by, as `app.ts` and `main.ts` hand it to them. Nothing happens where no mail server is set
 * up. Mail over the limit of its address isn't queued: what returns seconds returns 0, or how long until there is room again.
 */
export type Post = {
  readonly isOpen: boolean
  /**
   * Has a person get a mail, in the transaction of its cause: once of this kind about this thing. A guest gets none, and nobody
   * hears of a new device at an address that they haven't confirmed. Call it last: it locks what others wait for.
   */
  queue: (db: Db, mail: About & { userId: string }, now: Date) => Promise<number>
  /** The same for several people. */
  queueToAll: (db: Db, mail: About & { userIds: readonly string[] }, now: Date) => Promise<void>
  /** The same for an address that has no account. */
  queueToAddress: (db: Db, mail: { kind: CountedKind; about: string; email: string }, now: Date) => Promise<number>
  /** Counts a mail that a job of its own sends. */
  count: (db: Db, mail: { kind: CountedKind; email: string }, now: Date) => Promise<number>
}

const nothing = async (): Promise<number> => 0

/** Where no mail is sent. */
export const CLOSED_POST: Post = {
  isOpen: false,
  queue: nothing,
  queueToAll: async () => undefined,
  queueToAddress: nothing,
  count: nothing,
}
