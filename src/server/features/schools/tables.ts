import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { schools, users } from '#server/features/people/tables.ts'

/**
 * Invitations from a school to an email address. Invitees without an account see their invitation after they sign up. Accepted and
 * withdrawn invitations are deleted.
 */
export const schoolInvitations = pgTable(
  'school_invitations',
  {
    id: uuid().primaryKey().defaultRandom(),
    schoolId: uuid()
      .notNull()
      .references(() => schools.id, { onDelete: 'cascade' }),
    /** Lower case. */
    email: text().notNull(),
    status: text().$type<'waiting' | 'declined'>().notNull(),
    invitedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    invitedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    unique('school_invitations_one_an_address').on(table.email, table.schoolId),
    check('school_invitations_status_known', sql`${table.status} in ('waiting', 'declined')`),
  ],
)
