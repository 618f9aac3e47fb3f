import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Returns when the newest migration that the database has had was made, in milliseconds since 1970; throws as any query does when the database can't be reached. */
export const newestMigrationOf = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ newest: string }>(sql`select max(created_at) as newest from drizzle.__drizzle_migrations`)
  return Number(rows[0]?.newest)
}
