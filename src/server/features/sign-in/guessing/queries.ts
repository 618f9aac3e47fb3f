import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { knownDevices } from './tables.ts'

export const isKnownDevice = async (db: Db, userId: string, deviceHash: string): Promise<boolean> =>
  (
    await db
      .select({ userId: knownDevices.userId })
      .from(knownDevices)
      .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
  ).length > 0

/** Returns the last sign-in from each known browser, newest first. */
export const knownDevicesOf = (db: Db, userId: string) =>
  db
    .select({ lastSignIn: knownDevices.lastSignIn })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(sql`${knownDevices.lastSignIn} desc`)

/** Remembers a browser, and forgets all but the `kept` most recently used ones. */
export const rememberDevice = async (
  db: Db,
  { kept, ...device }: { userId: string; deviceHash: string; lastSignIn: Date; kept: number },
): Promise<void> => {
  const { lastSignIn, userId } = device
  await db
    .insert(knownDevices)
    .values(device)
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { lastSignIn } })
  const latest = db
    .select({ deviceHash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(sql`${knownDevices.lastSignIn} desc`)
    .limit(kept)
  await db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), notInArray(knownDevices.deviceHash, latest)))
}

/** Forgets all of a user's browsers except this one. */
export const forgetOtherDevices = (db: Db, userId: string, deviceHash: string) =>
  db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), sql`${knownDevices.deviceHash} <> ${deviceHash}`))

export const deleteOldDevices = (db: Db, before: Date) => db.delete(knownDevices).where(lt(knownDevices.lastSignIn, before))
