import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Maintenance Mode as it was last turned on: one row at most. The audit log records who turned it on. */
export const maintenance = pgTable(
  'maintenance',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    words: text().notNull(),
    /** It ends then automatically. */
    until: instant().notNull(),
  },
  (table) => [check('maintenance_one_row', sql`${table.isOnlyRow}`)],
)
