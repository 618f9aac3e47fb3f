import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'

const person = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * While `status` is accepted, `invitee` can view the inviter's plans. There is one row per pair of users. Inviting again resets the row
 * under a new id.
 */
export const invites = pgTable(
  'invites',
  {
    id: uuid().primaryKey().defaultRandom(),
    inviterId: person(),
    inviteeId: person(),
    status: text().$type<'waiting' | 'accepted' | 'declined' | 'revoked' | 'deleted'>().notNull(),
    /** True if sub plans created by the invitee can include the inviter's student notes. */
    includesStudentNotes: boolean().notNull().default(false),
    invitedAt: timestamp({ withTimezone: true }).notNull(),
    answeredAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    unique('invites_one_a_pair').on(table.inviterId, table.inviteeId),
    index('invites_by_invitee').on(table.inviteeId),
    check('invites_status_known', sql`${table.status} in ('waiting', 'accepted', 'declined', 'revoked', 'deleted')`),
    check('invites_of_two', sql`${table.inviterId} <> ${table.inviteeId}`),
    check('invites_notes_while_accepted', sql`${table.status} = 'accepted' or not ${table.includesStudentNotes}`),
  ],
)
