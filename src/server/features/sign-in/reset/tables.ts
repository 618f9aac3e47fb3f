import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

/** Single-use links that set a password. A link expires after an hour, or after seven days if nobody can sign in to the account yet. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token in the link, base64url. The token itself is never stored. */
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** True if the link was emailed, so using it proves mailbox ownership. False if it was printed at the console. */
    isMailed: boolean().notNull().default(true),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** A used row is kept until it expires, so that retrying the email doesn't make the link valid again. */
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('password_resets_by_user').on(table.userId), index('password_resets_by_end').on(table.expiresAt)],
)
