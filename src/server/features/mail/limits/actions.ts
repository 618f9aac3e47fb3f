/**
 * Rate limits for mail to one address, regardless of which user or visitor causes it (docs/decisions/0032).
 * 1. Each limit is a leaky bucket in the database for one mailbox. All spellings of its address share the bucket, with or without an
 *    account.
 * 2. A bucket's key is a keyed hash of the address. The bucket outlives the account and is deleted within two days.
 */
import { canonicalAddress } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { MAIL_LIMITS } from '#server/lib/limits/rates.ts'
import { type CountedKind, traitsOf } from '#server/lib/mail/kinds.ts'
import { takeRoom, waitFor } from './queries.ts'

/** Returns the bucket key for a kind of email to an address. */
export const bucketOf = (keys: KeyRing, email: string, kind: CountedKind): string =>
  `${traitsOf(kind).limit} ${keys.fingerprints('mail', canonicalAddress(email))[0]}`

/** Counts one email. Returns 0, or the seconds until the bucket has room if the address is over the limit. */
export const countMail = async (
  db: Db,
  keys: KeyRing,
  { email, kind }: { email: string; kind: CountedKind },
  now: Date,
): Promise<number> => {
  const bucket = { key: bucketOf(keys, email, kind), limit: MAIL_LIMITS[traitsOf(kind).limit], now }
  return (await takeRoom(db, bucket)) ? 0 : waitFor(db, bucket)
}
