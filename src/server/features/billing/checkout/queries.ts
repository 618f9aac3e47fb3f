import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { billingCheckouts } from '../tables.ts'

type Kind = (typeof billingCheckouts.$inferSelect)['kind']

/** The page where a person can pay for a plan, or for the add-on. */
export const openCheckoutOf = async (db: Db, userId: string, kind: Kind) =>
  (
    await db
      .select()
      .from(billingCheckouts)
      .where(and(eq(billingCheckouts.userId, userId), eq(billingCheckouts.kind, kind), isNull(billingCheckouts.paidAt)))
  )[0]

/** Every page that a person has opened, the latest first. */
export const checkoutsOf = (db: Db, userId: string) =>
  db.select().from(billingCheckouts).where(eq(billingCheckouts.userId, userId)).orderBy(desc(billingCheckouts.openedAt))

export const insertCheckout = async (
  db: Db,
  row: Pick<typeof billingCheckouts.$inferInsert, 'userId' | 'kind' | 'priceId' | 'coupon' | 'openedAt'>,
) => (await db.insert(billingCheckouts).values(row).returning())[0]

/** Keeps the id that Stripe gave a page; false where the page has been closed meanwhile. */
export const keepSession = async (db: Db, id: string, sessionId: string): Promise<boolean> =>
  ((await db.update(billingCheckouts).set({ sessionId }).where(eq(billingCheckouts.id, id))).rowCount ?? 0) > 0

/** Forgets a page that Stripe has given no id. */
export const deleteUnanswered = (db: Db, id: string) =>
  db.delete(billingCheckouts).where(and(eq(billingCheckouts.id, id), isNull(billingCheckouts.sessionId)))

/** Notes what has become of a page at Stripe: it is paid, or nobody can pay there any more. */
export const settleCheckout = async (db: Db, { id, isPaid }: { id: string; isPaid: boolean }, now: Date): Promise<void> => {
  const own = and(eq(billingCheckouts.sessionId, id), isNull(billingCheckouts.paidAt))
  if (isPaid) await db.update(billingCheckouts).set({ paidAt: now }).where(own)
  else await db.delete(billingCheckouts).where(own)
}

/** Forgets pages that nobody can pay on any more and of which Stripe never said so. */
export const deleteCheckoutsBefore = (db: Db, before: Date) =>
  db.delete(billingCheckouts).where(and(isNull(billingCheckouts.paidAt), lt(billingCheckouts.openedAt, before)))
