import { asc, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { auditLog } from './tables.ts'

type Written = Omit<typeof auditLog.$inferInsert, 'id'>

/** Writes down who did what to whom; in the transaction of the act, so that neither is there without the other. */
export const record = (db: Db, row: Written) => db.insert(auditLog).values(row)

/**
 * Forgets some of the rows that are older than twelve months, the oldest first. Returns how many there were. The clock is
 * the database's, as in the trigger that lets no younger row go.
 */
export const deleteOldRows = async (db: Db, most: number): Promise<number> => {
  const old = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, sql`now() - interval '12 months'`))
    .orderBy(asc(auditLog.at))
    .limit(most)
  return (await db.delete(auditLog).where(inArray(auditLog.id, old))).rowCount ?? 0
}
