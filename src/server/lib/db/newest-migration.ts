import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * Returns the creation time of the newest applied migration, in milliseconds since the Unix epoch. Throws a database error if the database
 * can't be reached.
 */
export const newestMigrationOf = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ newest: string }>(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`)
  return Number(rows[0]?.newest)
}
