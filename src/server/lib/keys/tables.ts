import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** A single row with a keyed hash of the key that encrypts in this database. It reveals nothing about the key. */
export const keyInUse = pgTable(
  'key_in_use',
  {
    id: integer().primaryKey().default(1),
    fingerprint: text().notNull(),
    /** When the key came into use. Null if that was before this was recorded. */
    since: timestamp({ withTimezone: true }),
  },
  (table) => [check('key_in_use_is_one_row', sql`${table.id} = 1`)],
)
