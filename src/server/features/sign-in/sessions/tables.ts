import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

const instant = () => timestamp({ withTimezone: true })

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the bearer token, base64url. The token itself is never stored. */
    tokenHash: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    /** Extended on use. */
    idleExpiresAt: instant().notNull(),
    /** Never changes. */
    expiresAt: instant().notNull(),
    userAgent: text(),
    /** When the user last re-authenticated in this session. */
    confirmedAt: instant(),
    /** Wrong passwords since the last correct one. */
    wrongPasswords: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('sessions_token_hash_unique').on(table.tokenHash), index('sessions_by_user').on(table.userId)],
)
