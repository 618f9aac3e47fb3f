import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { type Caller, idempotencyKeys } from './tables.ts'

type Row = typeof idempotencyKeys.$inferSelect
export type KeyClaim = Caller & Pick<Row, 'hash' | 'request' | 'claimedAt'>

const ofCaller = ({ userId, network }: Caller): SQL =>
  userId === null ? eq(idempotencyKeys.network, network) : eq(idempotencyKeys.userId, userId)

/**
 * Claims a key for a call that is about to run. Returns false if the key is claimed already, or if the caller has `most` keys that were
 * claimed after `since`. An older claim of the same key is replaced.
 */
export const claimKey = async (db: Db, claim: KeyClaim, { since, most }: { since: Date; most: number }): Promise<boolean> => {
  const { hash, userId, network, request, claimedAt } = claim
  const ofCallerSince = and(ofCaller(claim), gt(idempotencyKeys.claimedAt, since))
  const { rowCount } = await db.execute(sql`
    insert into ${idempotencyKeys} (hash, user_id, network, request, claimed_at)
    select ${hash}::text, ${userId}::uuid, ${network}::text, ${request}::text, ${claimedAt}::timestamptz
    where (select count(*) from ${idempotencyKeys} where ${ofCallerSince}) < ${most}
    on conflict (hash) do update
      set request = excluded.request, claimed_at = excluded.claimed_at, done_at = null, answer = null, size = 0
      where ${lte(idempotencyKeys.claimedAt, since)}`)
  return rowCount === 1
}

/** Returns how many keys a caller has claimed after `since`. */
export const countKeys = (db: Db, caller: Caller, since: Date): Promise<number> =>
  db.$count(idempotencyKeys, and(ofCaller(caller), gt(idempotencyKeys.claimedAt, since)))

/** Returns a claim that was made after `since`. */
export const claimOf = (db: Db, hash: string, since: Date): Promise<Row | undefined> =>
  first(
    db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.hash, hash), gt(idempotencyKeys.claimedAt, since))),
  )

/** Stores that a claimed call succeeded, with its answer unless the answers of the caller then have more than `most` characters. */
export const finishClaim = (db: Db, claim: KeyClaim, { answer, at, most }: { answer: string | null; at: Date; most: number }) => {
  const size = answer?.length ?? 0
  const used = sql`(select coalesce(sum(other.size), 0) from ${idempotencyKeys} other where ${
    claim.userId === null ? sql`other.network = ${claim.network}` : sql`other.user_id = ${claim.userId}`
  })`
  return db.execute(sql`
    with room as (select ${used} + ${size}::int <= ${most} as is_enough)
    update ${idempotencyKeys} set done_at = ${at}::timestamptz,
      answer = case when is_enough then ${answer}::text end, size = case when is_enough then ${size}::int else 0 end
    from room where ${eq(idempotencyKeys.hash, claim.hash)}`)
}

/** Gives up a claim, so that the call can be made again with the same key. */
export const releaseClaim = (db: Db, hash: string) => db.delete(idempotencyKeys).where(eq(idempotencyKeys.hash, hash))

/** Deletes the keys that were claimed until then. */
export const deleteKeysUntil = (db: Db, until: Date) => db.delete(idempotencyKeys).where(lte(idempotencyKeys.claimedAt, until))
