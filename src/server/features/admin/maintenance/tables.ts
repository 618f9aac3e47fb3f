import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** The most recent Maintenance Mode, in at most one row. The audit log records which admin turned it on. */
export const maintenance = pgTable(
  'maintenance',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    words: text().notNull(),
    /** When Maintenance Mode ends automatically. */
    until: instant().notNull(),
  },
  (table) => [check('maintenance_one_row', sql`${table.isOnlyRow}`)],
)
