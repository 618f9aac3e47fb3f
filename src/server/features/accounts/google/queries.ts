import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { googleArrivals } from './tables.ts'

export type Arrival = typeof googleArrivals.$inferSelect

export const insertArrival = (db: Db, arrival: Arrival) => db.insert(googleArrivals).values(arrival)

type Code = Pick<Arrival, 'codeHash' | 'browserHash' | 'stage'> & { now: Date }

const isOf = ({ codeHash, browserHash, stage, now }: Code) =>
  and(
    eq(googleArrivals.codeHash, codeHash),
    eq(googleArrivals.browserHash, browserHash),
    eq(googleArrivals.stage, stage),
    gt(googleArrivals.expiresAt, now),
  )

/** Who has come back, of this browser; used up by that: of many at once, one gets it. */
export const takeArrival = async (db: Db, code: Code): Promise<Arrival | undefined> =>
  (await db.delete(googleArrivals).where(isOf(code)).returning())[0]

/** The same, and left there. */
export const arrivalOf = async (db: Db, code: Code): Promise<Arrival | undefined> =>
  (await db.select().from(googleArrivals).where(isOf(code)))[0]

export const deleteEndedArrivals = (db: Db, now: Date) => db.delete(googleArrivals).where(lt(googleArrivals.expiresAt, now))

/** What is kept of a person who goes, and of their address. */
export const deleteArrivalsOf = (db: Db, userId: string) => {
  const email = db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return db.delete(googleArrivals).where(or(eq(googleArrivals.userId, userId), eq(googleArrivals.email, sql`(${email})`)))
}

type Whose = { userId: string } | { email: string } | { googleId: string }

const waysIn = (db: Db, whose: Whose) =>
  db
    .select({ userId: users.id, email: users.email, googleId: users.googleId, passwordHash: users.passwordHash })
    .from(users)
    .where(
      'userId' in whose ? eq(users.id, whose.userId) : 'email' in whose ? eq(users.email, whose.email) : eq(users.googleId, whose.googleId),
    )

/** A person and the ways in that they have, by their id, their address, or Google's id for them. */
export const waysOf = async (db: Db, whose: Whose) => (await waysIn(db, whose))[0]

/** {@link waysOf}, which nobody changes until the end of the transaction. */
export const lockWays = async (db: Db, whose: Whose) => (await waysIn(db, whose).for('no key update'))[0]

/** Sets by what a person signs in. An id that somebody else has fails as `users_googleId_unique`. */
export const setWays = (db: Db, userId: string, ways: { googleId: string; passwordHash?: null; emailConfirmedAt?: Date }) =>
  db.update(users).set(ways).where(eq(users.id, userId))

/** Takes Google from a person who has a password. Returns whether both were there. */
export const unlink = async (db: Db, userId: string): Promise<boolean> =>
  (
    await db
      .update(users)
      .set({ googleId: null })
      .where(and(eq(users.id, userId), isNotNull(users.passwordHash), isNotNull(users.googleId)))
      .returning({ id: users.id })
  ).length > 0
