import { doublePrecision, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Leaky buckets (buckets.ts) that all servers share, and that survive a restart: for guesses at passwords, mail, and calls that protect
 * secrets or cost money. Each row is a bucket's level at a point in time. A job deletes drained buckets.
 */
export const limits = pgTable(
  'limits',
  {
    /** The limit's name, and whom it is for: ids, networks and hashes. Never an email address. */
    key: text().primaryKey(),
    level: doublePrecision().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    burst: doublePrecision().notNull(),
    perHour: doublePrecision().notNull(),
  },
  (table) => [index('limits_by_age').on(table.at)],
)
