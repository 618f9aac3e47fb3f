import { and, eq, inArray, like, lt, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import type { Limit } from '#server/lib/limits/buckets.ts'
import { knownDevices, signInAttempts } from './tables.ts'

export type Claim = {
  /** What is counted; no e-mail address stands in it. */
  key: string
  limit: Limit
  /** 0: only asks whether there is room for one. */
  cost: 0 | 1
}

const drained = (now: Date) =>
  sql`greatest(0, ${signInAttempts.level} - greatest(0, extract(epoch from ${now}::timestamptz - ${signInAttempts.at})) / 3600 * ${signInAttempts.perHour})`

/**
 * Puts each claim into its bucket where there is room for one more; the keys where there was. One statement, so that of
 * fifty at the same moment each finds what the ones before it left.
 */
export const claimAttempts = async (db: Db, claims: readonly Claim[], now: Date): Promise<string[]> => {
  // Always in one order: two statements that each hold what the other wants would wait for ever.
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

/** Takes a claim back out of each bucket, which are locked in the order of {@link claimAttempts}. */
export const returnAttempts = (db: Db, keys: readonly string[]) =>
  db.execute(sql`
    with locked as (
      select key from ${signInAttempts} where ${inArray(signInAttempts.key, [...keys])} order by key for update
    )
    update ${signInAttempts} set level = greatest(0, level - 1) where key in (select key from locked)`)

/** Seconds until each of the buckets has room for one more. */
export const attemptsWait = async (db: Db, keys: readonly string[], now: Date): Promise<number> => {
  const wait = sql<number>`ceil(max((${drained(now)} + 1 - ${signInAttempts.burst}) / ${signInAttempts.perHour} * 3600))::int`
  const [row] = await db
    .select({ wait })
    .from(signInAttempts)
    .where(inArray(signInAttempts.key, [...keys]))
  return Math.max(1, row?.wait ?? 1)
}

/** Buckets that have leaked empty, whatever their limit. */
export const deleteOldAttempts = (db: Db, before: Date) => db.delete(signInAttempts).where(lt(signInAttempts.at, before))

/** What is counted under this key, or under keys that begin so. */
export const deleteAttempts = (db: Db, { key, prefixes }: { key: string; prefixes: string[] }) =>
  db.delete(signInAttempts).where(or(eq(signInAttempts.key, key), ...prefixes.map((prefix) => like(signInAttempts.key, `${prefix}%`))))

export const isKnownDevice = async (db: Db, userId: string, deviceHash: string): Promise<boolean> =>
  (
    await db
      .select({ userId: knownDevices.userId })
      .from(knownDevices)
      .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
  ).length > 0

/** When the browsers that are known signed a person in last, the latest first. */
export const knownDevicesOf = (db: Db, userId: string) =>
  db
    .select({ lastSignIn: knownDevices.lastSignIn })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(sql`${knownDevices.lastSignIn} desc`)

/** Remembers a browser, and forgets all but the `kept` of which the person signed in last. */
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

/** Forgets every browser of a person but one. */
export const forgetOtherDevices = (db: Db, userId: string, deviceHash: string) =>
  db.delete(knownDevices).where(and(eq(knownDevices.userId, userId), sql`${knownDevices.deviceHash} <> ${deviceHash}`))

export const deleteOldDevices = (db: Db, before: Date) => db.delete(knownDevices).where(lt(knownDevices.lastSignIn, before))
