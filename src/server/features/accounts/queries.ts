import { and, desc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { prepared } from '#server/lib/db/prepared.ts'
import { sessions, signInFailures, subscriptions, userRoles, users } from './tables.ts'

const sessionByTokenHash = prepared((db) =>
  db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      status: subscriptions.status,
      freeTrialStarted: subscriptions.freeTrialStarted,
    })
    .from(sessions)
    .innerJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.idleExpiresAt, sql.placeholder('now')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('session_by_token_hash'),
)

/** The running session of a token, with what decides whether its person may write. */
export const runningSession = async (db: Db, tokenHash: string, now: Date) => (await sessionByTokenHash(db).execute({ tokenHash, now }))[0]

export const insertSession = (db: Db, session: typeof sessions.$inferInsert) => db.insert(sessions).values(session)

export const touchSession = (db: Db, sessionId: string, times: { lastSeenAt: Date; idleExpiresAt: Date }) =>
  db.update(sessions).set(times).where(eq(sessions.id, sessionId))

export const deleteSession = (db: Db, sessionId: string) => db.delete(sessions).where(eq(sessions.id, sessionId))

export const deleteOtherSessions = (db: Db, userId: string, keptSessionId: string) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)))

/** The running sessions of a person, the latest used first. */
export const sessionsOf = (db: Db, userId: string, now: Date) =>
  db
    .select({ id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.idleExpiresAt, now), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))

/** True when the person had this session; nobody else's is touched. */
export const deleteSessionOf = async (db: Db, userId: string, sessionId: string): Promise<boolean> =>
  (
    await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
      .returning({ id: sessions.id })
  ).length > 0

/** All that hangs on a person goes with them. */
export const deleteUser = (db: Db, userId: string) => db.delete(users).where(eq(users.id, userId))

export const deleteEndedSessions = (db: Db, now: Date) =>
  db.delete(sessions).where(or(lt(sessions.idleExpiresAt, now), lt(sessions.expiresAt, now)))

/** A person with roles and plan. */
export const userById = async (db: Db, userId: string) =>
  (
    await db
      .select({ user: users, role: userRoles, subscription: subscriptions })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(eq(users.id, userId))
  )[0]

/** `email` in lower case, as the contract makes it. */
export const credentialsByEmail = async (db: Db, email: string) =>
  (await db.select({ userId: users.id, passwordHash: users.passwordHash }).from(users).where(eq(users.email, email)))[0]

export const passwordHashOf = async (db: Db, userId: string) =>
  (await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)))[0]?.passwordHash

type NewUser = Omit<typeof users.$inferInsert, 'id'>

/** A person with no role and a trial that begins now. A taken e-mail fails as `users_email_unique`. */
export const insertUser = (db: Db, user: NewUser) =>
  db.transaction(async (db) => {
    const [row] = await db.insert(users).values(user).returning({ id: users.id })
    if (!row) throw new Error('An insert returned no row')
    await db.insert(userRoles).values({ userId: row.id })
    await db.insert(subscriptions).values({ userId: row.id, status: 'TRIAL', freeTrialStarted: user.createdAt })
    return row.id
  })

export type UserChanges = { [Field in keyof NewUser]?: NewUser[Field] | undefined }

export const updateUser = (db: Db, userId: string, changes: UserChanges) => db.update(users).set(changes).where(eq(users.id, userId))

/** Locks the person's row until the end of the transaction: changes of one person's data follow one another. */
export const lockUser = async (db: Db, userId: string) =>
  (await db.select({ preferences: users.preferences }).from(users).where(eq(users.id, userId)).for('no key update'))[0]

/** The person's special notes. */
export const notesOf = async (db: Db, userId: string) =>
  (
    await db
      .select({
        emergencyProcedures: users.emergencyProcedures,
        studentNotes: users.studentNotes,
        substituteInstructions: users.substituteInstructions,
      })
      .from(users)
      .where(eq(users.id, userId))
  )[0]

/** Seconds a caller must wait before the next try after `failures` failures in a row: 0.2, 0.4, 0.8 … 25. */
const waitAfter = (failures: typeof signInFailures.failures | 1) =>
  sql`make_interval(secs => least(25, 0.2 * power(2, least(${failures}, 10) - 1)))`

const forgottenBefore = (now: Date) => new Date(now.getTime() - 15 * 60_000)

/**
 * Counts a try as failed before it is looked at, unless an earlier one says to wait; true when it may go on. One
 * statement, so that fifty tries at the same moment are one try and forty-nine refusals.
 */
export const claimSignIn = async (db: Db, key: string, now: Date): Promise<boolean> => {
  const isForgotten = sql`${signInFailures.lastAt} < ${forgottenBefore(now)}`
  const rows = await db
    .insert(signInFailures)
    .values({ key, failures: 1, lastAt: now, notBefore: sql`${now}::timestamptz + ${waitAfter(1)}` })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`case when ${isForgotten} then 1 else ${signInFailures.failures} + 1 end`,
        lastAt: now,
        notBefore: sql`${now}::timestamptz + case when ${isForgotten} then ${waitAfter(1)} else ${waitAfter(signInFailures.failures)} * 2 end`,
      },
      setWhere: sql`${signInFailures.notBefore} <= ${now}`,
    })
    .returning({ key: signInFailures.key })
  return rows.length > 0
}

/** The instant from which a key may try again. */
export const signInNotBefore = async (db: Db, key: string) =>
  (await db.select({ at: signInFailures.notBefore }).from(signInFailures).where(eq(signInFailures.key, key)))[0]?.at

export const forgetSignInFailures = (db: Db, key: string) => db.delete(signInFailures).where(eq(signInFailures.key, key))

/** Counts a failure for a whole network; it never waits, it is only counted. */
export const countSignInFailure = (db: Db, key: string, now: Date) =>
  db
    .insert(signInFailures)
    .values({ key, failures: 1, lastAt: now, notBefore: now })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`case when ${signInFailures.lastAt} < ${forgottenBefore(now)} then 1 else ${signInFailures.failures} + 1 end`,
        lastAt: now,
      },
    })

export const recentSignInFailures = async (db: Db, key: string, now: Date): Promise<number> =>
  (
    await db
      .select({ failures: signInFailures.failures })
      .from(signInFailures)
      .where(and(eq(signInFailures.key, key), gt(signInFailures.lastAt, forgottenBefore(now))))
  )[0]?.failures ?? 0

export const deleteOldSignInFailures = (db: Db, now: Date) =>
  db.delete(signInFailures).where(lt(signInFailures.lastAt, forgottenBefore(now)))
