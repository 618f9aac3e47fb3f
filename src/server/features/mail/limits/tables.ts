import { doublePrecision, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Leaky buckets (lib/limits) for mail to one address, and for one user's mail to typed addresses. All servers share the buckets. Buckets outlive accounts, and empty buckets are
 * deleted.
 */
export const mailLimits = pgTable(
  'mail_limits',
  {
    /** The name of the limit and a keyed hash of the address or the user's id. */
    key: text().primaryKey(),
    level: doublePrecision().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('mail_limits_by_age').on(table.at)],
)
