import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** A single row with a keyed hash of the newest key that a server has used with this database. It reveals nothing about the key. */
export const keyInUse = pgTable(
  'key_in_use',
  {
    id: integer().primaryKey().default(1),
    fingerprint: text().notNull(),
  },
  (table) => [check('key_in_use_is_one_row', sql`${table.id} = 1`)],
)
