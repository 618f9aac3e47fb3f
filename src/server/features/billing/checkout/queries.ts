import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { billingCheckouts } from '../tables.ts'

type Kind = (typeof billingCheckouts.$inferSelect)['kind']

/** Returns a user's open Checkout page for a plan or for the add-on. */
export const openCheckoutOf = (db: Db, userId: string, kind: Kind) =>
  first(
    db
      .select()
      .from(billingCheckouts)
      .where(and(eq(billingCheckouts.userId, userId), eq(billingCheckouts.kind, kind), isNull(billingCheckouts.paidAt))),
  )

/** Returns all Checkout pages that a user has opened, newest first. */
export const checkoutsOf = (db: Db, userId: string) =>
  db.select().from(billingCheckouts).where(eq(billingCheckouts.userId, userId)).orderBy(desc(billingCheckouts.openedAt))

export const insertCheckout = (
  db: Db,
  row: Pick<typeof billingCheckouts.$inferInsert, 'userId' | 'kind' | 'priceId' | 'coupon' | 'openedAt'>,
) => theOnly(db.insert(billingCheckouts).values(row).returning())

/** Stores a Checkout page's Stripe id. Returns false if its row has been deleted in the meantime. */
export const keepSession = async (db: Db, id: string, sessionId: string): Promise<boolean> =>
  ((await db.update(billingCheckouts).set({ sessionId }).where(eq(billingCheckouts.id, id))).rowCount ?? 0) > 0

/** Deletes the row of a Checkout page that doesn't have a Stripe id. */
export const deleteUnanswered = (db: Db, id: string) =>
  db.delete(billingCheckouts).where(and(eq(billingCheckouts.id, id), isNull(billingCheckouts.sessionId)))

/** Stores the outcome of a Checkout page. Marks the page as paid, or deletes its row if it can no longer be paid. */
export const settleCheckout = async (db: Db, { id, isPaid }: { id: string; isPaid: boolean }, now: Date): Promise<void> => {
  const own = and(eq(billingCheckouts.sessionId, id), isNull(billingCheckouts.paidAt))
  if (isPaid) await db.update(billingCheckouts).set({ paidAt: now }).where(own)
  else await db.delete(billingCheckouts).where(own)
}

/** Deletes the rows of expired Checkout pages whose outcome Stripe never reported. */
export const deleteCheckoutsBefore = (db: Db, before: Date) =>
  db.delete(billingCheckouts).where(and(isNull(billingCheckouts.paidAt), lt(billingCheckouts.openedAt, before)))
