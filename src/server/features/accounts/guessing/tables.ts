import { doublePrecision, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** Leaky buckets (lib/limits) that all servers share: how full each was at an instant. Empty ones are deleted. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** What is counted, without an e-mail address: see actions.ts. */
    key: text().primaryKey(),
    level: doublePrecision().notNull(),
    at: instant().notNull(),
    burst: integer().notNull(),
    perHour: integer().notNull(),
  },
  (table) => [index('sign_in_attempts_by_age').on(table.at)],
)

/** Browsers in which somebody signed in to an account before, known by a cookie that opens nothing. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie, base64url. */
    deviceHash: text().notNull(),
    lastSignIn: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
)
