import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'

/** Links by which somebody sets a password: used up by it, and over after an hour, or seven days where the account has no way in yet. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token in the link, base64url: the token itself is never kept. */
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** It went out by mail, so the person who uses it reads that mailbox. False for one that was printed at the console. */
    isMailed: boolean().notNull().default(true),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** It stays until it is over, so that a mail that is tried again brings no used link back. */
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('password_resets_by_user').on(table.userId), index('password_resets_by_end').on(table.expiresAt)],
)
