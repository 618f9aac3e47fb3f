import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { pendingSignIns } from './tables.ts'

export type PendingSignIn = typeof pendingSignIns.$inferSelect

export const insertPendingSignIn = (db: Db, pending: PendingSignIn) => db.insert(pendingSignIns).values(pending)

type Code = Pick<PendingSignIn, 'codeHash' | 'browserHash' | 'stage'> & { now: Date }

const isOf = ({ codeHash, browserHash, stage, now }: Code) =>
  and(
    eq(pendingSignIns.codeHash, codeHash),
    eq(pendingSignIns.browserHash, browserHash),
    eq(pendingSignIns.stage, stage),
    gt(pendingSignIns.expiresAt, now),
  )

/** Deletes and returns this browser's pending sign-in. Only one of several concurrent calls receives it. */
export const takePendingSignIn = (db: Db, code: Code): Promise<PendingSignIn | undefined> =>
  first(db.delete(pendingSignIns).where(isOf(code)).returning())

/** Returns this browser's pending sign-in without consuming it. */
export const arrivalOf = (db: Db, code: Code): Promise<PendingSignIn | undefined> =>
  first(db.select().from(pendingSignIns).where(isOf(code)))

export const deleteExpiredSignIns = (db: Db, now: Date) => db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now))

/** Deletes the pending sign-ins for a user and for the user's email address. */
export const deletePendingSignInsOf = (db: Db, userId: string) => {
  const email = db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return db.delete(pendingSignIns).where(or(eq(pendingSignIns.userId, userId), eq(pendingSignIns.email, sql`(${email})`)))
}

/** The column with the user's ID at each provider. */
const IDS = { google: users.googleId, oidc: users.oidcId } as const
export type Ids = Partial<Record<Provider, string | null>>

/** Returns the column values for these provider IDs. */
export const columnsOf = ({ google, oidc }: Ids) => ({
  ...(google !== undefined && { googleId: google }),
  ...(oidc !== undefined && { oidcId: oidc }),
})

type Whose = { userId: string } | { email: string } | { provider: Provider; sub: string }

const isWhose = (whose: Whose) => {
  if ('userId' in whose) return eq(users.id, whose.userId)
  return 'email' in whose ? eq(users.email, whose.email) : eq(IDS[whose.provider], whose.sub)
}

const waysIn = (db: Db, whose: Whose) =>
  db.select({ userId: users.id, email: users.email, ids: IDS, passwordHash: users.passwordHash }).from(users).where(isWhose(whose))

/** Returns a user's sign-in methods. Finds the user by user ID, email address or provider ID. */
export const waysOf = (db: Db, whose: Whose) => first(waysIn(db, whose))

/** Like {@link waysOf}, but locks the row until the end of the transaction. */
export const lockWays = (db: Db, whose: Whose) => first(waysIn(db, whose).for('no key update'))

/** Sets a user's sign-in methods. A provider ID that belongs to another account violates one of {@link UNIQUE_WAYS}. */
export const setWays = (db: Db, userId: string, { ids, ...more }: { ids: Ids; passwordHash?: null; emailConfirmedAt?: Date }) =>
  db
    .update(users)
    .set({ ...columnsOf(ids), ...more })
    .where(eq(users.id, userId))

/** Unique constraints that concurrent sign-ups or links can violate. */
export const UNIQUE_WAYS = ['users_googleId_unique', 'users_oidcId_unique', 'users_email_unique']

/** Unlinks a provider if the user also has a password. Returns false if either is missing. */
export const unlink = async (db: Db, userId: string, provider: Provider): Promise<boolean> =>
  (
    await db
      .update(users)
      .set(columnsOf({ [provider]: null }))
      .where(and(eq(users.id, userId), isNotNull(users.passwordHash), isNotNull(IDS[provider])))
      .returning({ id: users.id })
  ).length > 0
