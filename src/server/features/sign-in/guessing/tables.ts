import { doublePrecision, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** Leaky buckets (lib/limits) shared by all servers. Each row is a bucket's level at a point in time. A job deletes drained buckets. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** See actions.ts for the format. Contains no email address. */
    key: text().primaryKey(),
    level: doublePrecision().notNull(),
    at: instant().notNull(),
    burst: integer().notNull(),
    perHour: integer().notNull(),
  },
  (table) => [index('sign_in_attempts_by_age').on(table.at)],
)

/** Browsers that have signed in to an account before, recognized by a cookie that grants no access. */
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
