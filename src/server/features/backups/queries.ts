import { isNotNull, min } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** Returns when the oldest account was created, guests aside, or null if there is none. */
export const firstAccountAt = async (db: Db): Promise<Date | null> => {
  const [row] = await db
    .select({ at: min(users.createdAt) })
    .from(users)
    .where(isNotNull(users.email))
  return row?.at ?? null
}
