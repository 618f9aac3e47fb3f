import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Resolves when the database answers; throws as any query does when it cannot be reached. */
export const ping = async (db: Db): Promise<void> => {
  await db.execute(sql`select 1`)
}
