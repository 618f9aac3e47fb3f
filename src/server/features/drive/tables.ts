import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'

/** What opens the files of Drive that a person picked, sealed by the key ring for them. */
export const driveGrants = pgTable('drive_grants', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  refreshToken: text().notNull(),
  grantedAt: timestamp({ withTimezone: true }).notNull(),
})
