import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'

const person = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** `inviter` shows their plans to `invitee` while it is accepted. One row for each pair: inviting again begins it anew, with another id. */
export const invites = pgTable(
  'invites',
  {
    id: uuid().primaryKey().defaultRandom(),
    inviterId: person(),
    inviteeId: person(),
    status: text().$type<'waiting' | 'accepted' | 'declined' | 'revoked' | 'deleted'>().notNull(),
    /** Whether substitute plans that the invitee makes may hold the inviter's student notes. */
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
