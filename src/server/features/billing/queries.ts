import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, gt, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import type { PaidInvoice, PaidSubscription } from '#server/lib/integrations/payments.ts'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import { billingCheckouts, billingCustomers, billingEvents, billingInvoices, billingSubscriptions } from './tables.ts'

/** Returns a user's stored plan with their time zone and email. */
export const planOf = (db: Db, userId: string) =>
  first(
    db
      .select({ plan: subscriptions, timezone: users.timezone, email: users.email })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, subscriptions.userId))
      .where(eq(subscriptions.userId, userId)),
  )

export type PlanChange = Partial<
  Pick<typeof subscriptions.$inferInsert, 'status' | 'planEndsAt' | 'aiFeatureFlag' | 'aiEndsAt' | 'grantedUntil' | 'aiGrantedUntil'>
>

export const updatePlan = (db: Db, userId: string, change: PlanChange) =>
  db.update(subscriptions).set(change).where(eq(subscriptions.userId, userId))

/** Marks every ended trial as expired. Returns the user ids. */
export const endTrials = async (db: Db, now: Date): Promise<string[]> => {
  const before = new Date(now.getTime() - TRIAL_DAYS * DAY_MS)
  // Guests are excluded. They are deleted before their trial would end.
  const isGuest = db.select({ id: users.id }).from(users).where(isNull(users.email))
  const ended = await db
    .update(subscriptions)
    .set({ status: 'TRIALEXPIRED' })
    .where(
      and(
        eq(subscriptions.status, 'TRIAL'),
        sql`${subscriptions.freeTrialStarted} <= ${before}`,
        notInArray(subscriptions.userId, isGuest),
      ),
    )
    .returning({ userId: subscriptions.userId })
  return ended.map(({ userId }) => userId)
}

/** Returns one page of users whose plan or add-on has ended but is still stored as active. */
export const peopleWithEndedPlans = async (
  db: Db,
  now: Date,
  { most, last }: { most: number; last?: string | undefined },
): Promise<string[]> =>
  (
    await db
      .select({ userId: subscriptions.userId })
      .from(subscriptions)
      .where(
        and(
          or(
            and(eq(subscriptions.status, 'PROTEACHERACTIVE'), sql`${subscriptions.planEndsAt} <= ${now}`),
            and(subscriptions.aiFeatureFlag, sql`${subscriptions.aiEndsAt} <= ${now}`),
          ),
          last === undefined ? undefined : gt(subscriptions.userId, last),
        ),
      )
      .orderBy(asc(subscriptions.userId))
      .limit(most)
  ).map(({ userId }) => userId)

export const customerOf = async (db: Db, userId: string) =>
  (await first(db.select().from(billingCustomers).where(eq(billingCustomers.userId, userId))))?.customerId

export const userOfCustomer = async (db: Db, customerId: string) =>
  (await first(db.select().from(billingCustomers).where(eq(billingCustomers.customerId, customerId))))?.userId

/** Stores a user's Stripe customer id unless they already have one. */
export const insertCustomer = (db: Db, customer: { userId: string; customerId: string }) =>
  db.insert(billingCustomers).values(customer).onConflictDoNothing()

/**
 * Allocates the number of the next request for a customer's state. Returns the user id and that number, or undefined for a customer without
 * an account.
 */
export const takeTicket = (db: Db, customerId: string) =>
  first(
    db
      .update(billingCustomers)
      .set({ asked: sql`${billingCustomers.asked} + 1` })
      .where(eq(billingCustomers.customerId, customerId))
      .returning({ userId: billingCustomers.userId, ticket: billingCustomers.asked }),
  )

/** Records that the response to a request has been stored. Returns false if the response to a later request has already been stored. */
export const noteAnswer = async (db: Db, customerId: string, ticket: number): Promise<boolean> =>
  ((
    await db
      .update(billingCustomers)
      .set({ answered: ticket })
      .where(and(eq(billingCustomers.customerId, customerId), lt(billingCustomers.answered, ticket)))
  ).rowCount ?? 0) > 0

/**
 * Returns one page of customers whose state may have changed in Stripe: customers with subscriptions, and customers with a Checkout page
 * that they may just have paid on.
 */
export const customersToAskFor = async (db: Db, { after, most }: { after: string | undefined; most: number }): Promise<string[]> => {
  const over = ['canceled', 'incomplete_expired'] as const
  const paying = db
    .select({ userId: billingSubscriptions.userId })
    .from(billingSubscriptions)
    .where(notInArray(billingSubscriptions.status, [...over]))
  const opened = db.select({ userId: billingCheckouts.userId }).from(billingCheckouts).where(isNull(billingCheckouts.paidAt))
  return (
    await db
      .select({ customerId: billingCustomers.customerId })
      .from(billingCustomers)
      .where(
        and(
          or(inArray(billingCustomers.userId, paying), inArray(billingCustomers.userId, opened)),
          after === undefined ? undefined : gt(billingCustomers.customerId, after),
        ),
      )
      .orderBy(asc(billingCustomers.customerId))
      .limit(most)
  ).map(({ customerId }) => customerId)
}

/** Returns a user's subscriptions, latest period end first. */
export const subscriptionsOf = (db: Db, userId: string) =>
  db
    .select()
    .from(billingSubscriptions)
    .where(eq(billingSubscriptions.userId, userId))
    .orderBy(desc(billingSubscriptions.periodEnd), asc(billingSubscriptions.id))

/** Returns the rows from Stripe that are new or differ from the stored rows. Most rows that Stripe sends are unchanged. */
const newsOf = <Row extends object>(rows: readonly Row[], userId: string, known: readonly object[]): Row[] =>
  rows.filter((row) => !known.some((each) => isDeepStrictEqual(each, { ...row, userId })))

/** Replaces a user's stored subscriptions and deletes the ones that Stripe no longer has. Returns the previous subscriptions. */
export const replaceSubscriptions = async (db: Db, userId: string, rows: readonly PaidSubscription[]) => {
  const before = await subscriptionsOf(db, userId)
  const gone = before.map(({ id }) => id).filter((id) => rows.every((row) => row.id !== id))
  if (gone.length > 0) await db.delete(billingSubscriptions).where(inArray(billingSubscriptions.id, gone))
  for (const row of newsOf(rows, userId, before))
    await db
      .insert(billingSubscriptions)
      .values({ ...row, userId })
      .onConflictDoUpdate({ target: billingSubscriptions.id, set: { ...row, userId } })
  return before
}

export const invoicesOf = (db: Db, userId: string) =>
  db
    .select()
    .from(billingInvoices)
    .where(eq(billingInvoices.userId, userId))
    .orderBy(desc(billingInvoices.createdAt), asc(billingInvoices.id))

export const putInvoices = async (db: Db, userId: string, rows: readonly PaidInvoice[]): Promise<void> => {
  for (const row of newsOf(rows, userId, await invoicesOf(db, userId)))
    await db
      .insert(billingInvoices)
      .values({ ...row, userId })
      .onConflictDoUpdate({ target: billingInvoices.id, set: { ...row, userId } })
}

/** Returns the ids of the events that have already been applied. */
export const knownEvents = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .select({ id: billingEvents.id })
      .from(billingEvents)
      .where(inArray(billingEvents.id, [...ids]))
  ).map(({ id }) => id)

/** Records events as applied in this transaction. Returns the ids that weren't recorded before. */
export const insertEvents = async (db: Db, ids: readonly string[], at: Date): Promise<string[]> =>
  (
    await db
      .insert(billingEvents)
      // Sorted, so that two transactions with the same events can't deadlock.
      .values([...new Set(ids)].sort().map((id) => ({ id, at })))
      .onConflictDoNothing()
      .returning({ id: billingEvents.id })
  ).map(({ id }) => id)

export const deleteEventsBefore = (db: Db, before: Date) => db.delete(billingEvents).where(lt(billingEvents.at, before))
