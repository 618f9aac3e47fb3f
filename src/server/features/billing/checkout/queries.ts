import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
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

/** Keeps the id that Stripe gave a page; false where the page has been given up meanwhile. */
export const keepSession = async (db: Db, id: string, sessionId: string): Promise<boolean> =>
  ((await db.update(billingCheckouts).set({ sessionId }).where(eq(billingCheckouts.id, id))).rowCount ?? 0) > 0

/** Gives up a page. Returns the id that Stripe gave it, as it is at that moment: it may come while the page is given up. */
export const deleteCheckout = async (db: Db, id: string): Promise<string | null> =>
  (
    await db
      .delete(billingCheckouts)
      .where(and(eq(billingCheckouts.id, id), isNull(billingCheckouts.paidAt)))
      .returning({ sessionId: billingCheckouts.sessionId })
  )[0]?.sessionId ?? null

/** Notes what has become of a page at Stripe: it is paid, or nobody can pay there any more. */
export const settleCheckout = async (db: Db, { id, isPaid }: { id: string; isPaid: boolean }, now: Date): Promise<void> => {
  const own = and(eq(billingCheckouts.sessionId, id), isNull(billingCheckouts.paidAt))
  if (isPaid) await db.update(billingCheckouts).set({ paidAt: now }).where(own)
  else await db.delete(billingCheckouts).where(own)
}

/** Ids at Stripe of pages where a person could still pay. */
export const openSessionsOf = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .select({ sessionId: billingCheckouts.sessionId })
      .from(billingCheckouts)
      .where(and(eq(billingCheckouts.userId, userId), isNull(billingCheckouts.paidAt), isNotNull(billingCheckouts.sessionId)))
  ).flatMap(({ sessionId }) => sessionId ?? [])

/** Forgets pages that nobody can pay on any more and of which Stripe never said so. */
export const deleteCheckoutsBefore = (db: Db, before: Date) =>
  db.delete(billingCheckouts).where(and(isNull(billingCheckouts.paidAt), lt(billingCheckouts.openedAt, before)))
