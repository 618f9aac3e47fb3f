import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import type { Limit } from '#server/lib/limits/buckets.ts'
import { mailLimits } from './tables.ts'

type Bucket = { key: string; limit: Limit; now: Date }

const drained = ({ perHour }: Limit, now: Date) =>
  sql`greatest(0, ${mailLimits.level} - greatest(0, extract(epoch from ${now}::timestamptz - ${mailLimits.at})) / 3600 * ${perHour}::float8)`

/** Adds one email to a bucket if it has room. Returns false if it doesn't. Atomic, so concurrent calls can't exceed the limit. */
export const takeRoom = async (db: Db, { key, limit, now }: Bucket): Promise<boolean> =>
  (
    await db
      .insert(mailLimits)
      .values({ key, level: 1, at: now })
      .onConflictDoUpdate({
        target: mailLimits.key,
        set: { level: sql`${drained(limit, now)} + 1`, at: now },
        setWhere: sql`${drained(limit, now)} + 1 <= ${limit.burst}`,
      })
      .returning({ key: mailLimits.key })
  ).length > 0

/** Returns the seconds until a bucket has room for one more email. Returns at least 1. */
export const waitFor = async (db: Db, { key, limit, now }: Bucket): Promise<number> => {
  const wait = sql<number>`ceil((${drained(limit, now)} + 1 - ${limit.burst}) / ${limit.perHour}::float8 * 3600)::int`
  const [row] = await db.select({ wait }).from(mailLimits).where(eq(mailLimits.key, key))
  return Math.max(1, row?.wait ?? 1)
}

export const deleteLimitsBefore = (db: Db, before: Date) => db.delete(mailLimits).where(lt(mailLimits.at, before))
