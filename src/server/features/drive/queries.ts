import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { driveGrants } from './tables.ts'

/** Upserts a user's encrypted refresh token. */
export const putGrant = async (db: Db, grant: typeof driveGrants.$inferInsert): Promise<void> => {
  const { refreshToken, grantedAt } = grant
  await db.insert(driveGrants).values(grant).onConflictDoUpdate({ target: driveGrants.userId, set: { refreshToken, grantedAt } })
}

/** Returns a user's encrypted refresh token, or undefined if there is none. */
export const grantOf = async (db: Db, userId: string): Promise<string | undefined> => {
  const [grant] = await db.select({ sealed: driveGrants.refreshToken }).from(driveGrants).where(eq(driveGrants.userId, userId))
  return grant?.sealed
}

/** Returns the 20 newest encrypted refresh tokens with their users. */
export const newestGrants = (db: Db): Promise<{ userId: string; sealed: string }[]> =>
  db
    .select({ userId: driveGrants.userId, sealed: driveGrants.refreshToken })
    .from(driveGrants)
    .orderBy(desc(driveGrants.grantedAt))
    .limit(20)

/** Returns the time at which a user connected Google Drive, for their export. */
export const driveOpenedAt = async (db: Db, userId: string): Promise<Date | null> => {
  const [grant] = await db.select({ at: driveGrants.grantedAt }).from(driveGrants).where(eq(driveGrants.userId, userId))
  return grant?.at ?? null
}

/** Deletes a user's refresh token unless it has been replaced since. */
export const deleteGrant = async (db: Db, userId: string, sealed: string): Promise<void> => {
  await db.delete(driveGrants).where(and(eq(driveGrants.userId, userId), eq(driveGrants.refreshToken, sealed)))
}

/** Deletes a user's refresh token. Returns it, still encrypted, or undefined if there was none. */
export const takeGrant = async (db: Db, userId: string): Promise<string | undefined> => {
  const [grant] = await db.delete(driveGrants).where(eq(driveGrants.userId, userId)).returning({ sealed: driveGrants.refreshToken })
  return grant?.sealed
}
