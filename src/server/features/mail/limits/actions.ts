/**
 * Rate limits for mail to one address, no matter who causes it (docs/decisions/0032).
 * 1. Each limit is a leaky bucket in the database for one mailbox, however its address is spelled, with or without an account.
 * 2. A bucket's key is a keyed hash of the address. It outlives the account and is deleted within two days.
 */
import { canonicalAddress } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { MAIL_LIMITS } from '#server/lib/limits/rates.ts'
import { type CountedKind, traitsOf } from '#server/lib/mail/kinds.ts'
import { takeRoom, waitFor } from './queries.ts'

/** Returns the key of the bucket for a kind of mail to an address. */
export const bucketOf = (keys: KeyRing, email: string, kind: CountedKind): string =>
  `${traitsOf(kind).limit} ${keys.fingerprints('mail', canonicalAddress(email))[0]}`

/** Counts one mail. Returns 0, or the seconds until the bucket has room if it's over the limit. */
export const countMail = async (
  db: Db,
  keys: KeyRing,
  { email, kind }: { email: string; kind: CountedKind },
  now: Date,
): Promise<number> => {
  const bucket = { key: bucketOf(keys, email, kind), limit: MAIL_LIMITS[traitsOf(kind).limit], now }
  return (await takeRoom(db, bucket)) ? 0 : waitFor(db, bucket)
}
