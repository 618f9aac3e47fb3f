import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = () => timestamp({ withTimezone: true })

/** Maintenance Mode as it was last turned on: one row, or none. Who did it stands in the audit log. */
export const maintenance = pgTable(
  'maintenance',
  {
    isOnlyRow: boolean().primaryKey().default(true),
    words: text().notNull(),
    /** It is over then, whoever is there. */
    until: instant().notNull(),
  },
  (table) => [check('maintenance_one_row', sql`${table.isOnlyRow}`)],
)
