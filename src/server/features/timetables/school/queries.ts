import { eq } from 'drizzle-orm'
import { schools } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'

/** Returns a school's name. */
export const schoolName = async (db: Db, id: string): Promise<string | undefined> =>
  (await first(db.select({ name: schools.name }).from(schools).where(eq(schools.id, id))))?.name
