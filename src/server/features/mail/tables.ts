import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'
import type { MailKind } from '#server/lib/mail/post.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * What became of a mail. `unknown`: nobody has the address. `refused`: the mail server would not have it. `unwanted`: they have
 * said that they want none of this kind, or the address was nobody's before. `moot`: what it was about was over.
 */
export type MailOutcome = 'sent' | 'unknown' | 'refused' | 'unwanted' | 'moot'

/** Mails that were queued and sent, and no text of them: for each person one of a kind about one thing. Kept twelve months. */
export const mails = pgTable(
  'mails',
  {
    /** Stands in the mail's own id, so that one that comes twice is known to be one. */
    id: uuid().primaryKey().defaultRandom(),
    /** Null for an address that has no account. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<MailKind>().notNull(),
    /** The id of what it is about; empty where there is one such mail for each person. */
    about: text().notNull().default(''),
    queuedAt: instant().notNull(),
    endedAt: instant(),
    outcome: text().$type<MailOutcome>(),
  },
  (table) => [
    uniqueIndex('mails_once').on(table.userId, table.kind, table.about),
    index('mails_by_age').on(table.queuedAt),
    index('mails_of_campaign').on(table.about, table.id).where(sql`${table.kind} = 'campaign'`),
    check('mails_outcome_at_end', sql`(${table.outcome} is null) = (${table.endedAt} is null)`),
  ],
)

/** Addresses without an account that want no mail, or that nobody has, as keyed hashes. */
export const silentAddresses = pgTable('silent_addresses', { fingerprint: text().primaryKey(), since: instant().notNull() })
