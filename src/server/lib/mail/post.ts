import type { Db } from '#server/lib/db/client.ts'

/** The kinds of mail; the words of each are in features/mail. */
export type MailKind =
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
  | 'campaign'
  | 'role-changed'
  | 'school-administrator'

type Queued = {
  userId: string
  kind: MailKind
  /** The id of what it is about; there is one such mail for each. */
  about?: string
}

/** What other features have mail sent by, as `app.ts` and `main.ts` hand it to them. Nothing happens where no mail server is set up. */
export type Post = {
  readonly isOpen: boolean
  /** Has a person get a mail, in the transaction of its cause: once of this kind about this thing. A guest gets none. */
  queue: (db: Db, mail: Queued, now: Date) => Promise<void>
  /** The same for an address that has no account. */
  queueToAddress: (db: Db, mail: { kind: MailKind; about: string }, now: Date) => Promise<void>
}

const nothing = async (): Promise<void> => undefined

/** Where no mail is sent. */
export const CLOSED_POST: Post = { isOpen: false, queue: nothing, queueToAddress: nothing }
