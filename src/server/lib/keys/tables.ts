import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** One row: by what the newest key is known again that a server has used with this database. It says nothing of the key. */
export const keyInUse = pgTable(
  'key_in_use',
  {
    id: integer().primaryKey().default(1),
    fingerprint: text().notNull(),
  },
  (table) => [check('key_in_use_is_one_row', sql`${table.id} = 1`)],
)
