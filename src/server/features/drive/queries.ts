import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { driveGrants } from './tables.ts'

/** Keeps what opens somebody's Drive, in the place of what did before. */
export const putGrant = async (db: Db, grant: typeof driveGrants.$inferInsert): Promise<void> => {
  const { refreshToken, grantedAt } = grant
  await db.insert(driveGrants).values(grant).onConflictDoUpdate({ target: driveGrants.userId, set: { refreshToken, grantedAt } })
}

/** Returns what opens somebody's Drive, sealed; undefined where nothing does. */
export const grantOf = async (db: Db, userId: string): Promise<string | undefined> => {
  const [grant] = await db.select({ sealed: driveGrants.refreshToken }).from(driveGrants).where(eq(driveGrants.userId, userId))
  return grant?.sealed
}

/** Returns the newest of what opens people's Drives, sealed, with whose it is. */
export const newestGrants = (db: Db): Promise<{ userId: string; sealed: string }[]> =>
  db
    .select({ userId: driveGrants.userId, sealed: driveGrants.refreshToken })
    .from(driveGrants)
    .orderBy(desc(driveGrants.grantedAt))
    .limit(20)

/** Returns when somebody opened their Drive, for their export. */
export const driveOpenedAt = async (db: Db, userId: string): Promise<Date | null> => {
  const [grant] = await db.select({ at: driveGrants.grantedAt }).from(driveGrants).where(eq(driveGrants.userId, userId))
  return grant?.at ?? null
}

/** Forgets what opens somebody's Drive, unless it has become something else meanwhile. */
export const deleteGrant = async (db: Db, userId: string, sealed: string): Promise<void> => {
  await db.delete(driveGrants).where(and(eq(driveGrants.userId, userId), eq(driveGrants.refreshToken, sealed)))
}

/** Forgets what opens somebody's Drive. Returns it, sealed; undefined where nothing did. */
export const takeGrant = async (db: Db, userId: string): Promise<string | undefined> => {
  const [grant] = await db.delete(driveGrants).where(eq(driveGrants.userId, userId)).returning({ sealed: driveGrants.refreshToken })
  return grant?.sealed
}
