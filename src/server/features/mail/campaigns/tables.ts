import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'
import type { Segment } from '#shared/mail/campaigns/contract.ts'

const instant = () => timestamp({ withTimezone: true })

/** Mails to many. What became of each person's stands in `mails`, which is about the campaign. */
export const campaigns = pgTable('campaigns', {
  /** Made by whoever sends it: sent twice it is one. */
  id: uuid().primaryKey(),
  segment: text().$type<Segment>().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
  createdAt: instant().notNull(),
  /** When all whom it goes to were written down; null before. */
  preparedAt: instant(),
  stoppedAt: instant(),
})
