import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { billingCustomers, billingSubscriptions } from '../tables.ts'
import { type ReferralOutcome, referralCodes, referralCredits, referrals } from './tables.ts'

export const codeOf = async (db: Db, userId: string) =>
  (await db.select({ code: referralCodes.code }).from(referralCodes).where(eq(referralCodes.userId, userId)))[0]?.code

/** Keeps a code for a person, unless they have one or somebody else has this one. */
export const insertCode = (db: Db, row: { userId: string; code: string }) => db.insert(referralCodes).values(row).onConflictDoNothing()

export const ownerOfCode = async (db: Db, code: string) =>
  (await db.select({ userId: referralCodes.userId }).from(referralCodes).where(eq(referralCodes.code, code)))[0]?.userId

/** Notes who brought a person, unless somebody has before. */
export const insertReferral = (db: Db, row: { referrerId: string; friendId: string; signedUpAt: Date }) =>
  db.insert(referrals).values(row).onConflictDoNothing()

/** Whoever brought a person who has not paid before. */
export const referrerOfWaiting = async (db: Db, friendId: string) =>
  (
    await db
      .select({ referrerId: referrals.referrerId })
      .from(referrals)
      .where(and(eq(referrals.friendId, friendId), eq(referrals.outcome, 'waiting')))
  )[0]?.referrerId

/** A person's referral, if it stands like this, locked until the end of the transaction. */
export const lockReferral = async (db: Db, friendId: string, outcome: ReferralOutcome) =>
  (
    await db
      .select()
      .from(referrals)
      .where(and(eq(referrals.friendId, friendId), eq(referrals.outcome, outcome)))
      .for('update')
  )[0]

export const addressesOf = async (db: Db, ids: readonly string[]) =>
  db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]))

/** Whether a card has earned somebody a month already. */
export const isKnownCard = async (db: Db, cards: readonly string[]): Promise<boolean> =>
  cards.length > 0 &&
  (
    await db
      .select({ id: referrals.id })
      .from(referrals)
      .where(inArray(referrals.card, [...cards]))
      .limit(1)
  ).length > 0

export const endReferral = (db: Db, id: string, change: { outcome: ReferralOutcome; settledAt: Date; card?: string | null }) =>
  db.update(referrals).set(change).where(eq(referrals.id, id))

const isHeld = isNull(referralCredits.endedAt)

/** Locks what is counted of a person's credits. Returns how many they hold; undefined for a person who is gone. */
export const lockCreditsOf = async (db: Db, userId: string) =>
  (
    await db
      .select({ held: subscriptions.referralCredits })
      .from(subscriptions)
      .where(eq(subscriptions.userId, userId))
      .for('no key update')
  )[0]?.held

/** Ends credits that nobody used in time: of one person, or of all. */
export const expireCredits = (db: Db, now: Date, userId?: string) =>
  db
    .update(referralCredits)
    .set({ endedAt: now, endedAs: 'expired' })
    .where(and(isHeld, lte(referralCredits.expiresAt, now), userId === undefined ? undefined : eq(referralCredits.userId, userId)))

/** Ends the credit that a person holds of a referral, if nothing has ended it. */
export const returnCredit = (db: Db, { referralId, userId }: { referralId: string; userId: string }, now: Date) =>
  db
    .update(referralCredits)
    .set({ endedAt: now, endedAs: 'returned' })
    .where(and(isHeld, eq(referralCredits.referralId, referralId), eq(referralCredits.userId, userId)))

export const insertCredit = (db: Db, row: Omit<typeof referralCredits.$inferInsert, 'id'>) =>
  db.insert(referralCredits).values(row).onConflictDoNothing()

/** Credits that a person can still use, the first to expire first. */
export const heldCredits = (db: Db, userId: string, now: Date) =>
  db
    .select({ id: referralCredits.id, amount: referralCredits.amount, expiresAt: referralCredits.expiresAt })
    .from(referralCredits)
    .where(and(eq(referralCredits.userId, userId), isHeld, gt(referralCredits.expiresAt, now)))
    .orderBy(asc(referralCredits.expiresAt), asc(referralCredits.id))

/** Every credit that a person ever had. */
export const allCredits = (db: Db, userId: string) =>
  db
    .select()
    .from(referralCredits)
    .where(eq(referralCredits.userId, userId))
    .orderBy(asc(referralCredits.earnedAt), asc(referralCredits.id))

/** Those whom a person has brought. */
export const referralsBy = (db: Db, referrerId: string) =>
  db.select().from(referrals).where(eq(referrals.referrerId, referrerId)).orderBy(asc(referrals.signedUpAt))

/** How a person came here by somebody's code. */
export const referralOf = async (db: Db, friendId: string) => (await db.select().from(referrals).where(eq(referrals.friendId, friendId)))[0]

/** People who hold a credit and whose plan is paid for again soon. */
export const peopleToCredit = async (db: Db, { from, to }: { from: Date; to: Date }): Promise<string[]> =>
  (
    await db
      .selectDistinct({ userId: billingSubscriptions.userId })
      .from(billingSubscriptions)
      .innerJoin(referralCredits, and(eq(referralCredits.userId, billingSubscriptions.userId), isHeld, gt(referralCredits.expiresAt, from)))
      .where(and(gt(billingSubscriptions.periodEnd, from), lte(billingSubscriptions.periodEnd, to), isNull(billingSubscriptions.endsAt)))
  ).map(({ userId }) => userId)

/** How many credits are taken off a period already. */
export const countAppliedTo = async (db: Db, appliedTo: string): Promise<number> =>
  (await db.select({ count: sql<number>`count(*)::int` }).from(referralCredits).where(eq(referralCredits.appliedTo, appliedTo)))[0]
    ?.count ?? 0

export const applyCredits = (db: Db, ids: readonly string[], appliedTo: string, now: Date) =>
  db
    .update(referralCredits)
    .set({ endedAt: now, endedAs: 'applied', appliedTo })
    .where(and(inArray(referralCredits.id, [...ids]), isHeld))

/** A credit that is to be taken off at Stripe and is not yet, with who its person is there. */
export const creditToGive = async (db: Db, id: string) =>
  (
    await db
      .select({ id: referralCredits.id, amount: referralCredits.amount, customerId: billingCustomers.customerId })
      .from(referralCredits)
      .innerJoin(billingCustomers, eq(billingCustomers.userId, referralCredits.userId))
      .where(and(eq(referralCredits.id, id), isNotNull(referralCredits.appliedTo), isNull(referralCredits.givenAt)))
  )[0]

export const noteGiven = (db: Db, id: string, givenAt: Date) =>
  db.update(referralCredits).set({ givenAt }).where(eq(referralCredits.id, id))
