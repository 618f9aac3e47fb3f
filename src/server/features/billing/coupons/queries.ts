import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { RETENTION } from '#shared/retention.ts'
import { billingCheckouts, pastCoupons } from '../tables.ts'

/** Returns the Stripe ids of the discount codes that a user has paid with. */
export const couponsPaidWith = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .select({ coupon: billingCheckouts.coupon })
      .from(billingCheckouts)
      .where(and(eq(billingCheckouts.userId, userId), isNotNull(billingCheckouts.coupon), isNotNull(billingCheckouts.paidAt)))
  ).flatMap(({ coupon }) => coupon ?? [])

/** Records a used code. If the code is already recorded, the twelve months restart at the later deletion. */
export const insertPastCoupon = (db: Db, row: typeof pastCoupons.$inferInsert) =>
  db
    .insert(pastCoupons)
    .values(row)
    .onConflictDoUpdate({
      target: pastCoupons.fingerprint,
      set: { deletedAt: sql`greatest(${pastCoupons.deletedAt}, excluded.deleted_at)` },
    })

export const isPastCoupon = async (db: Db, fingerprints: readonly string[]): Promise<boolean> =>
  (
    await db
      .select({ fingerprint: pastCoupons.fingerprint })
      .from(pastCoupons)
      .where(inArray(pastCoupons.fingerprint, [...fingerprints]))
      .limit(1)
  ).length > 0

/** Deletes codes of accounts that were deleted more than twelve months ago. */
export const deleteOldCoupons = (db: Db, now: Date) =>
  db.delete(pastCoupons).where(lt(pastCoupons.deletedAt, sql`${now}::timestamptz - make_interval(months => ${RETENTION.pastCouponMonths})`))
