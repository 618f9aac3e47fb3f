import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

/** Links that set a password. Each works once and expires after an hour, or after seven days if nobody can sign in to the account yet. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token in the link, base64url. The token itself is never stored. */
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** True if it was mailed, so using it proves who reads the mailbox. False if it was printed at the console. */
    isMailed: boolean().notNull().default(true),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** A used row is kept until it expires, so that retrying the mail doesn't make the link valid again. */
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('password_resets_by_user').on(table.userId), index('password_resets_by_end').on(table.expiresAt)],
)
