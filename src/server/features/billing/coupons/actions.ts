/**
 * A person uses a discount code once, also when they delete their account and sign up again. While the account is there its
 * checkouts say so (`billing_checkouts`). After that a keyed hash of address and code is kept for twelve months, as with trials.
 */
import { canonicalAddress } from '#server/features/accounts/trials/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { planOf } from '../queries.ts'
import * as query from './queries.ts'

const fingerprintsOf = (keys: KeyRing, email: string, coupon: string) =>
  keys.fingerprints('past-coupons', `${canonicalAddress(email)} ${coupon}`)

/** Keeps which codes a person has paid with; in the transaction in which their account is deleted, before it is. */
export const keepCoupons = async (db: Db, keys: KeyRing, userId: string, now: Date): Promise<void> => {
  const email = (await planOf(db, userId))?.email
  if (!email) return
  for (const coupon of await query.couponsPaidWith(db, userId))
    await query.insertPastCoupon(db, { fingerprint: fingerprintsOf(keys, email, coupon)[0], deletedAt: now })
}

/** Whether somebody with a person's address has paid with a code, and has deleted their account since. */
export const wasUsedBefore = async (db: Db, keys: KeyRing, { userId, coupon }: { userId: string; coupon: string }): Promise<boolean> => {
  const email = (await planOf(db, userId))?.email
  return email ? query.isPastCoupon(db, fingerprintsOf(keys, email, coupon)) : false
}
