import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

const instant = () => timestamp({ withTimezone: true })

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
