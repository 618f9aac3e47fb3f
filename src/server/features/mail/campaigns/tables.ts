import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Segment } from '#shared/mail/campaigns/contract.ts'

const instant = () => timestamp({ withTimezone: true })

/** Mails to many. Who sent one stands in the log; what became of each person's stands in `mails`, which is about the campaign. */
export const campaigns = pgTable('campaigns', {
  /** Made by whoever sends it: sent twice it is one. */
  id: uuid().primaryKey(),
  segment: text().$type<Segment>().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  createdAt: instant().notNull(),
  /** When all whom it goes to were written down; null before. */
  preparedAt: instant(),
  stoppedAt: instant(),
})
