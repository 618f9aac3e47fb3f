import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** Each `Idempotency-Key` of the last 24 hours, with the first answer to its call. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** SHA-256 of the caller, the call and the key, base64url. */
    hash: text().primaryKey(),
    /** The caller of a call that needs a session. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The network of the caller of a public call. */
    network: text(),
    /** Keyed hash of everything that the caller sent. */
    request: text().notNull(),
    claimedAt: instant().notNull(),
    /** When the call succeeded. Null while it runs, and forever if its server died. */
    doneAt: instant(),
    /** The first answer, encrypted for this row, because it can contain a session token. Null if it was too large. */
    answer: text(),
    /** Characters in `answer`. */
    size: integer().notNull().default(0),
  },
  (table) => [
    index('idempotency_keys_of_user').on(table.userId, table.claimedAt),
    index('idempotency_keys_of_network').on(table.network, table.claimedAt),
    index('idempotency_keys_by_age').on(table.claimedAt),
  ],
)

/** The caller of a call that needs a session has a user ID, and that of a public call a network. */
export type Caller = { userId: string; network: null } | { userId: null; network: string }
