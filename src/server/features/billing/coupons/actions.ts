/**
 * Each user can use a discount code once, even if they delete their account and sign up again. While the account exists,
 * `billing_checkouts` contains the used codes. After the account is deleted, we keep a keyed hash of the email address and code for twelve
 * months, as we do for trials.
 */
import { canonicalAddress } from '#server/features/people/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { planOf } from '../queries.ts'
import * as query from './queries.ts'

const fingerprintsOf = (keys: KeyRing, email: string, coupon: string) =>
  keys.fingerprints('past-coupons', `${canonicalAddress(email)} ${coupon}`)

/** Records the codes that a user has paid with. Call it in the transaction that deletes the account, before the deletion. */
export const keepCoupons = async (db: Db, keys: KeyRing, userId: string, now: Date): Promise<void> => {
  const email = (await planOf(db, userId))?.email
  if (!email) return
  for (const coupon of await query.couponsPaidWith(db, userId))
    await query.insertPastCoupon(db, { fingerprint: fingerprintsOf(keys, email, coupon)[0], deletedAt: now })
}

/** Returns true if a deleted account with the same email address paid with this code. */
export const wasUsedBefore = async (db: Db, keys: KeyRing, { userId, coupon }: { userId: string; coupon: string }): Promise<boolean> => {
  const email = (await planOf(db, userId))?.email
  return email ? query.isPastCoupon(db, fingerprintsOf(keys, email, coupon)) : false
}
