/**
 * Rate limits for mail to one address, regardless of which user or visitor causes it (docs/decisions/0032). Also limits the mail that one
 * user sends to addresses that they typed.
 * 1. Each limit is a leaky bucket in the database for one mailbox. All spellings of its address share the bucket, with or without an
 *    account.
 * 2. A bucket's key is a keyed hash of the address. The bucket outlives the account and is deleted when it has drained, within a day.
 */
import { canonicalAddress } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { Limit } from '#server/lib/limits/buckets.ts'
import { MAIL_LIMITS, TYPED_MAIL_LIMIT } from '#server/lib/limits/rates.ts'
import { claimAll, waitFor } from '#server/lib/limits/shared-limits.ts'
import { type CountedKind, traitsOf } from '#server/lib/mail/kinds.ts'

/** Returns the bucket key for a kind of email to an address. */
export const bucketOf = (keys: KeyRing, email: string, kind: CountedKind): string =>
  `mail ${traitsOf(kind).limit} ${keys.fingerprints('mail', canonicalAddress(email))[0]}`

const take = async (db: Db, { key, limit, now }: { key: string; limit: Limit; now: Date }): Promise<number> => {
  const [taken] = await claimAll(db, [{ key, limit, cost: 1 }], now)
  return taken === undefined ? waitFor(db, [key], now) : 0
}

/** Counts one email. Returns 0, or the seconds until the bucket has room if the address is over the limit. */
export const countMail = (db: Db, keys: KeyRing, { email, kind }: { email: string; kind: CountedKind }, now: Date): Promise<number> =>
  take(db, { key: bucketOf(keys, email, kind), limit: MAIL_LIMITS[traitsOf(kind).limit], now })

/** Counts one email of a user to an address that they typed. Returns 0, or the seconds until they may send the next. */
export const countTyped = (db: Db, keys: KeyRing, userId: string, now: Date): Promise<number> =>
  take(db, { key: `mail typed ${keys.fingerprints('mail', userId)[0]}`, limit: TYPED_MAIL_LIMIT, now })
