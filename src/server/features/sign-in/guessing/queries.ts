import { and, eq, inArray, like, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import type { Limit } from '#server/lib/limits/buckets.ts'
import { knownDevices, signInAttempts } from './tables.ts'

export type Claim = {
  /** The bucket's key. Must not contain an email address. */
  key: string
  limit: Limit
  /** 0 only checks whether the bucket has room for one more attempt. */
  cost: 0 | 1
}

const drained = (now: Date) =>
  sql`greatest(0, ${signInAttempts.level} - greatest(0, extract(epoch from ${now}::timestamptz - ${signInAttempts.at})) / 3600 * ${signInAttempts.perHour})`

/**
 * Adds each claim to its bucket if the bucket has room. Returns the keys of the accepted claims. Uses a single statement, so each
 * concurrent attempt sees the level left by the previous ones.
 */
export const claimAttempts = async (db: Db, claims: readonly Claim[], now: Date): Promise<string[]> => {
  // Sorted so that concurrent statements lock rows in the same order. Otherwise they could deadlock.
  const inOrder = [...claims].sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db
    .insert(signInAttempts)
    .values(inOrder.map(({ key, cost, limit }) => ({ key, level: cost, at: now, ...limit })))
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: { level: sql`${drained(now)} + excluded.level`, at: now, burst: sql`excluded.burst`, perHour: sql`excluded.per_hour` },
      setWhere: sql`${drained(now)} + 1 <= excluded.burst`,
    })
    .returning({ key: signInAttempts.key })
  return rows.map(({ key }) => key)
}

/** Refunds one claim per bucket. Locks the rows in the same order as {@link claimAttempts}. */
export const returnAttempts = (db: Db, keys: readonly string[]) =>
  db.execute(sql`
    with locked as (
      select key from ${signInAttempts} where ${inArray(signInAttempts.key, [...keys])} order by key for update
    )
    update ${signInAttempts} set level = greatest(0, level - 1) where key in (select key from locked)`)

/** Returns the seconds until all of these buckets have room for one more attempt, at least 1. */
export const attemptsWait = async (db: Db, keys: readonly string[], now: Date): Promise<number> => {
  const wait = sql<number>`ceil(max((${drained(now)} + 1 - ${signInAttempts.burst}) / ${signInAttempts.perHour} * 3600))::int`
  const [row] = await db
    .select({ wait })
    .from(signInAttempts)
    .where(inArray(signInAttempts.key, [...keys]))
  return Math.max(1, row?.wait ?? 1)
}

/** Deletes buckets last used before the given time. They have drained, regardless of their limits. */
export const deleteOldAttempts = (db: Db, before: Date) => db.delete(signInAttempts).where(lt(signInAttempts.at, before))

/** Deletes the bucket with this key, and all buckets whose keys start with one of the prefixes. */
export const deleteAttempts = (db: Db, { key, prefixes }: { key: string; prefixes: string[] }) =>
  db.delete(signInAttempts).where(or(eq(signInAttempts.key, key), ...prefixes.map((prefix) => like(signInAttempts.key, `${prefix}%`))))

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
