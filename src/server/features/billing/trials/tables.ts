import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/**
 * Trials of deleted accounts, keyed by an HMAC of the email address, so that users can't get a second trial. Rows are deleted after twelve
 * months.
 */
export const pastTrials = pgTable(
  'past_trials',
  {
    fingerprint: text().primaryKey(),
    freeTrialStarted: instant().notNull(),
    deletedAt: instant().notNull(),
  },
  (table) => [index('past_trials_by_age').on(table.deletedAt)],
)
