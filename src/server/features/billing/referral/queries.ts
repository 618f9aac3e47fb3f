import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { billingCustomers, billingSubscriptions } from '../tables.ts'
import { type ReferralOutcome, referralCodes, referralCredits, referrals } from './tables.ts'

export const codeOf = async (db: Db, userId: string) =>
  (await first(db.select({ code: referralCodes.code }).from(referralCodes).where(eq(referralCodes.userId, userId))))?.code

/** Stores a referral code for a user, unless they already have one or the code is taken. */
export const insertCode = (db: Db, row: { userId: string; code: string }) => db.insert(referralCodes).values(row).onConflictDoNothing()

export const ownerOfCode = async (db: Db, code: string) =>
  (await first(db.select({ userId: referralCodes.userId }).from(referralCodes).where(eq(referralCodes.code, code))))?.userId

/** Stores a user's referrer, unless they already have one. */
export const insertReferral = (db: Db, row: { referrerId: string; friendId: string; signedUpAt: Date }) =>
  db.insert(referrals).values(row).onConflictDoNothing()

/** Returns a user's referrer if the referral is still pending. */
export const referrerOfWaiting = async (db: Db, friendId: string) =>
  (
    await first(
      db
        .select({ referrerId: referrals.referrerId })
        .from(referrals)
        .where(and(eq(referrals.friendId, friendId), eq(referrals.outcome, 'waiting'))),
    )
  )?.referrerId

/** Locks and returns a user's referral if it has this outcome. */
export const lockReferral = (db: Db, friendId: string, outcome: ReferralOutcome) =>
  first(
    db
      .select()
      .from(referrals)
      .where(and(eq(referrals.friendId, friendId), eq(referrals.outcome, outcome)))
      .for('update'),
  )

export const addressesOf = async (db: Db, ids: readonly string[]) =>
  db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]))

/** Returns true if any of these cards has already earned a credit. */
export const isKnownCard = async (db: Db, cards: readonly string[]): Promise<boolean> =>
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

/** Locks a user's credit count and returns it. Returns undefined if the user doesn't exist. */
export const lockCreditsOf = async (db: Db, userId: string) =>
  (
    await first(
      db.select({ held: subscriptions.referralCredits }).from(subscriptions).where(eq(subscriptions.userId, userId)).for('no key update'),
    )
  )?.held

/** Expires unused credits of one user or of all users. */
export const expireCredits = (db: Db, now: Date, userId?: string) =>
  db
    .update(referralCredits)
    .set({ endedAt: now, endedAs: 'expired' })
    .where(and(isHeld, lte(referralCredits.expiresAt, now), userId === undefined ? undefined : eq(referralCredits.userId, userId)))

/** Revokes a user's credit from a referral, unless it has been used or has expired. */
export const returnCredit = (db: Db, { referralId, userId }: { referralId: string; userId: string }, now: Date) =>
  db
    .update(referralCredits)
    .set({ endedAt: now, endedAs: 'returned' })
    .where(and(isHeld, eq(referralCredits.referralId, referralId), eq(referralCredits.userId, userId)))

export const insertCredit = (db: Db, row: Omit<typeof referralCredits.$inferInsert, 'id'>) =>
  db.insert(referralCredits).values(row).onConflictDoNothing()

/** Returns a user's usable credits, earliest expiration first. */
export const heldCredits = (db: Db, userId: string, now: Date) =>
  db
    .select({ id: referralCredits.id, amount: referralCredits.amount, expiresAt: referralCredits.expiresAt })
    .from(referralCredits)
    .where(and(eq(referralCredits.userId, userId), isHeld, gt(referralCredits.expiresAt, now)))
    .orderBy(asc(referralCredits.expiresAt), asc(referralCredits.id))

/** Returns all credits that a user has ever had. */
export const allCredits = (db: Db, userId: string) =>
  db
    .select()
    .from(referralCredits)
    .where(eq(referralCredits.userId, userId))
    .orderBy(asc(referralCredits.earnedAt), asc(referralCredits.id))

/** Returns all referrals made by a user. */
export const referralsBy = (db: Db, referrerId: string) =>
  db.select().from(referrals).where(eq(referrals.referrerId, referrerId)).orderBy(asc(referrals.signedUpAt))

/** Returns the referral that a user signed up with. */
export const referralOf = (db: Db, friendId: string) => first(db.select().from(referrals).where(eq(referrals.friendId, friendId)))

/** Returns the users who have a credit and whose plan renews soon. */
export const peopleToCredit = async (db: Db, { from, to }: { from: Date; to: Date }): Promise<string[]> =>
  (
    await db
      .selectDistinct({ userId: billingSubscriptions.userId })
      .from(billingSubscriptions)
      .innerJoin(referralCredits, and(eq(referralCredits.userId, billingSubscriptions.userId), isHeld, gt(referralCredits.expiresAt, from)))
      .where(and(gt(billingSubscriptions.periodEnd, from), lte(billingSubscriptions.periodEnd, to), isNull(billingSubscriptions.endsAt)))
  ).map(({ userId }) => userId)

/** Returns the number of credits already applied to a subscription period. */
export const countAppliedTo = async (db: Db, appliedTo: string): Promise<number> =>
  (await theOnly(db.select({ count: sql<number>`count(*)::int` }).from(referralCredits).where(eq(referralCredits.appliedTo, appliedTo))))
    .count

export const applyCredits = (db: Db, ids: readonly string[], appliedTo: string, now: Date) =>
  db
    .update(referralCredits)
    .set({ endedAt: now, endedAs: 'applied', appliedTo })
    .where(and(inArray(referralCredits.id, [...ids]), isHeld))

/** Returns a credit that hasn't been added in Stripe yet, with its owner's customer id. */
export const creditToGive = (db: Db, id: string) =>
  first(
    db
      .select({ id: referralCredits.id, amount: referralCredits.amount, customerId: billingCustomers.customerId })
      .from(referralCredits)
      .innerJoin(billingCustomers, eq(billingCustomers.userId, referralCredits.userId))
      .where(and(eq(referralCredits.id, id), isNotNull(referralCredits.appliedTo), isNull(referralCredits.givenAt))),
  )

export const noteGiven = (db: Db, id: string, givenAt: Date) =>
  db.update(referralCredits).set({ givenAt }).where(eq(referralCredits.id, id))
