/**
 * Limits that all servers share (tables.ts). While the database takes no writes, each server counts in its own memory, starting at zero.
 */
import { and, eq, inArray, like, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Buckets, type Limit, makeBuckets } from './buckets.ts'
import { limits } from './tables.ts'

export type Claim = {
  /** The bucket's key. Must not contain an email address. */
  key: string
  limit: Limit
  /** Events to count. With 0, only checks whether the bucket has room for one. */
  cost: number
}

const drained = (now: Date) =>
  sql`greatest(0, ${limits.level} - greatest(0, extract(epoch from ${now}::timestamptz - ${limits.at})) / 3600 * ${limits.perHour})`

/**
 * Adds each claim to its bucket if the bucket has room. Returns the keys of the accepted claims. Uses a single statement, so each
 * concurrent claim sees the level left by the previous ones. Throws a database error while the database takes no writes.
 */
export const claimAll = async (db: Db, claims: readonly Claim[], now: Date): Promise<string[]> => {
  // A claim that a new bucket hasn't room for never has room.
  const possible = claims.filter(({ cost, limit }) => cost <= limit.burst)
  if (possible.length === 0) return []
  // Sorted so that concurrent statements lock rows in the same order. Otherwise they could deadlock.
  const inOrder = [...possible].sort((a, b) => (a.key < b.key ? -1 : 1))
  const rows = await db
    .insert(limits)
    .values(inOrder.map(({ key, cost, limit }) => ({ key, level: cost, at: now, ...limit })))
    .onConflictDoUpdate({
      target: limits.key,
      set: { level: sql`${drained(now)} + excluded.level`, at: now, burst: sql`excluded.burst`, perHour: sql`excluded.per_hour` },
      setWhere: sql`${drained(now)} + greatest(1, excluded.level) <= excluded.burst`,
    })
    .returning({ key: limits.key })
  return rows.map(({ key }) => key)
}

/** Refunds one event per bucket. Locks the rows in the same order as {@link claimAll}. */
const returnOne = (db: Db, keys: readonly string[]) =>
  db.execute(sql`
    with locked as (
      select key from ${limits} where ${inArray(limits.key, [...keys])} order by key for update
    )
    update ${limits} set level = greatest(0, level - 1) where key in (select key from locked)`)

/** Returns the seconds until all of these buckets have room for one more event, at least 1. */
export const waitFor = async (db: Db, keys: readonly string[], now: Date): Promise<number> => {
  const wait = sql<number>`ceil(max((${drained(now)} + 1 - ${limits.burst}) / ${limits.perHour} * 3600))::int`
  const [row] = await db
    .select({ wait })
    .from(limits)
    .where(inArray(limits.key, [...keys]))
  return Math.max(1, row?.wait ?? 1)
}

/** Deletes buckets that have drained. */
export const deleteDrained = (db: Db, now: Date) =>
  // The age is in the index. Every bucket takes longer than a minute.
  db.delete(limits).where(and(lt(limits.at, new Date(now.getTime() - 60_000)), eq(drained(now), 0)))

/** Deletes the buckets whose keys start with one of the prefixes, which have no special characters of LIKE. */
export const deleteLimits = (db: Db, prefixes: readonly string[]) =>
  db.delete(limits).where(or(...prefixes.map((prefix) => like(limits.key, `${prefix}%`))))

export type SharedLimits = {
  /** Adds each claim to its bucket if the bucket has room. Returns the keys of the accepted claims. */
  claim: (db: Db, claims: readonly Claim[], now: Date) => Promise<string[]>
  /** Refunds one event per claim. */
  giveBack: (db: Db, claims: readonly Claim[], now: Date) => Promise<void>
  /** Counts one claim. Throws `too_many`, with a message that says what there was too much of. */
  require: (db: Db, claim: Claim, now: Date, message?: string) => Promise<void>
}

export const makeSharedLimits = (): SharedLimits => {
  const inMemory = new Map<Limit, Buckets>()
  const bucketsFor = (limit: Limit): Buckets => {
    const buckets = inMemory.get(limit) ?? makeBuckets(limit)
    inMemory.set(limit, buckets)
    return buckets
  }
  const claimHere = ({ key, limit, cost }: Claim, now: Date): boolean =>
    cost === 0 ? bucketsFor(limit).wait(key, now) === 0 : bucketsFor(limit).take(key, now, cost)
  const claim: SharedLimits['claim'] = async (db, claims, now) => {
    try {
      return await claimAll(db, claims, now)
    } catch (error) {
      if (!cannotWrite(error)) throw error
      return claims.filter((one) => claimHere(one, now)).map(({ key }) => key)
    }
  }
  return {
    claim,
    require: async (db, one, now, message) => {
      const [taken] = await claim(db, [one], now)
      if (taken === undefined) throw new Refused('too_many', message, { retryAfter: await waitFor(db, [one.key], now) })
    },
    giveBack: async (db, claims, now) => {
      if (claims.length === 0) return
      await returnOne(
        db,
        claims.map(({ key }) => key),
      ).catch((error: unknown) => {
        if (!cannotWrite(error)) throw error
        for (const { key, limit } of claims) bucketsFor(limit).giveBack(key, now)
      })
    },
  }
}
