import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { billingCheckouts, pastCoupons } from '../tables.ts'

/** The ids at Stripe of the discount codes that a person has paid with. */
export const couponsPaidWith = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .select({ coupon: billingCheckouts.coupon })
      .from(billingCheckouts)
      .where(and(eq(billingCheckouts.userId, userId), isNotNull(billingCheckouts.coupon), isNotNull(billingCheckouts.paidAt)))
  ).flatMap(({ coupon }) => coupon ?? [])

/** Keeps that a code was used; for one that is known, until twelve months after the later deletion. */
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

/** Forgets codes of people who deleted their account more than twelve months before an instant. */
export const deleteOldCoupons = (db: Db, now: Date) =>
  db.delete(pastCoupons).where(lt(pastCoupons.deletedAt, sql`${now}::timestamptz - interval '12 months'`))
