import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'
import type { MailKind } from '#server/lib/mail/kinds.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * The outcome of an email. `unknown`: the address doesn't exist. `refused`: the mail server rejected it. `unwanted`: the user opted out of
 * this kind, or the address was already known not to exist. `moot`: the reason for the email no longer applied.
 */
export type MailOutcome = 'sent' | 'unknown' | 'refused' | 'unwanted' | 'moot'

/** Queued and sent emails without their text, one per user, kind, and `about`. Kept for twelve months. */
export const mails = pgTable(
  'mails',
  {
    /** Part of the Message-ID, so that mail servers can recognize duplicates. */
    id: uuid().primaryKey().defaultRandom(),
    /** Null for an address without an account. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<MailKind>().notNull(),
    /** The id of the record that the email is about, such as an invitation. Empty if each user receives only one email of this kind. */
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

/** Addresses without an account that have unsubscribed or don't exist, as keyed hashes. */
export const silentAddresses = pgTable('silent_addresses', { fingerprint: text().primaryKey(), since: instant().notNull() })
