import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

/** Google Drive refresh tokens, encrypted per user by the key ring. */
export const driveGrants = pgTable('drive_grants', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  refreshToken: text().notNull(),
  grantedAt: timestamp({ withTimezone: true }).notNull(),
})
