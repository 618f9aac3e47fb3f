import { and, desc, eq, gt, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { calendars, subscriptions, userRoles, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { prepared } from '#server/lib/db/prepared.ts'
import { sessions } from './tables.ts'

const schoolCalendars = alias(calendars, 'school_calendars')

/** Columns that determine a user's permissions and calendars. Plan, roles and calendar are joined to `users`. */
const accountState = {
  calendarId: calendars.id,
  status: subscriptions.status,
  freeTrialStarted: subscriptions.freeTrialStarted,
  planEndsAt: subscriptions.planEndsAt,
  isGuest: sql<boolean>`${users.email} is null`,
  isAdmin: userRoles.isAdmin,
  schoolId: userRoles.schoolId,
  schoolCalendarId: schoolCalendars.id,
  schoolAdministration: userRoles.schoolAdministration,
}

/** Selects the active session with this ID or token hash, with the columns that determine permissions. */
const runningBy = (db: Db, column: typeof sessions.id | typeof sessions.tokenHash) =>
  db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      confirmedAt: sessions.confirmedAt,
      ...accountState,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(subscriptions, eq(subscriptions.userId, sessions.userId))
    .innerJoin(calendars, eq(calendars.userId, sessions.userId))
    .innerJoin(userRoles, eq(userRoles.userId, sessions.userId))
    .leftJoin(schoolCalendars, eq(schoolCalendars.schoolId, userRoles.schoolId))
    .where(
      and(
        eq(column, sql.placeholder('key')),
        gt(sessions.idleExpiresAt, sql.placeholder('now')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )

const sessionByTokenHash = prepared((db) => runningBy(db, sessions.tokenHash).prepare('session_by_token_hash'))
const sessionById = prepared((db) => runningBy(db, sessions.id).prepare('session_by_id'))

/** Returns the active session for a token hash, with the columns that determine permissions. */
export const runningSession = (db: Db, tokenHash: string, now: Date) => first(sessionByTokenHash(db).execute({ key: tokenHash, now }))

/** Returns the active session with this ID, with the columns that determine permissions. */
export const runningSessionWith = (db: Db, id: string, now: Date) => first(sessionById(db).execute({ key: id, now }))

export type Running = NonNullable<Awaited<ReturnType<typeof runningSession>>>

type NewSession = Omit<Required<typeof sessions.$inferInsert>, 'id'> & { id?: string }

/**
 * Creates a session if the user's password hash is still `passwordHash` (null if the user still has no password). Returns whether the
 * session was created. The row lock serializes this with password changes. A password change that waits for the lock ends the new session.
 * A session that waits for a password change isn't created.
 */
export const insertSession = async (db: Db, session: NewSession, passwordHash: string | null): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`
    with checked as (select ${users.id} from ${users} where ${users.id} = ${session.userId} and ${users.passwordHash} is not distinct from ${passwordHash}::text for share)
    insert into ${sessions} (id, user_id, token_hash, created_at, last_seen_at, idle_expires_at, expires_at, user_agent, confirmed_at, wrong_passwords)
    select coalesce(${session.id ?? null}::uuid, gen_random_uuid()), id, ${session.tokenHash}, ${session.createdAt}::timestamptz,
      ${session.lastSeenAt}::timestamptz, ${session.idleExpiresAt}::timestamptz, ${session.expiresAt}::timestamptz, ${session.userAgent},
      ${session.confirmedAt}::timestamptz, ${session.wrongPasswords}::int
    from checked`)
  return rowCount === 1
}

/** Deletes all but a user's `kept` most recently used sessions. */
export const deleteOldestSessions = (db: Db, userId: string, kept: number) => {
  const latest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(kept)
  return db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, latest)))
}

export type AccountState = NonNullable<Awaited<ReturnType<typeof accountStateWhilePassword>>>

/** Returns the columns that determine a user's permissions, if their password hash is still `passwordHash`. */
export const accountStateWhilePassword = (db: Db, userId: string, passwordHash: string) =>
  first(
    db
      .select(accountState)
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .innerJoin(calendars, eq(calendars.userId, users.id))
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .leftJoin(schoolCalendars, eq(schoolCalendars.schoolId, userRoles.schoolId))
      .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash))),
  )

/** Records that the user re-authenticated in this session. Returns false if the session no longer exists. */
export const confirmSession = async (db: Db, sessionId: string, now: Date): Promise<boolean> =>
  (await db.update(sessions).set({ confirmedAt: now, wrongPasswords: 0 }).where(eq(sessions.id, sessionId)).returning({ id: sessions.id }))
    .length > 0

/**
 * Counts a password attempt in this session. Returns the number of attempts since the last correct password, or undefined if the session
 * has ended.
 */
export const countPassword = async (db: Db, sessionId: string): Promise<number | undefined> =>
  (
    await first(
      db
        .update(sessions)
        .set({ wrongPasswords: sql`${sessions.wrongPasswords} + 1` })
        .where(eq(sessions.id, sessionId))
        .returning({ count: sessions.wrongPasswords }),
    )
  )?.count

type OfSession = { userId: string; sessionId: string; now: Date }

/**
 * Updates the last use of an active session. With `isConfirmed`, also records a re-authentication. Returns false if the session isn't
 * active.
 */
export const noteUse = async (db: Db, { userId, sessionId, now }: OfSession, { isConfirmed }: { isConfirmed: boolean }): Promise<boolean> =>
  (
    await db
      .update(sessions)
      .set({ lastSeenAt: now, ...(isConfirmed && { confirmedAt: now, wrongPasswords: 0 }) })
      .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId), gt(sessions.idleExpiresAt, now), gt(sessions.expiresAt, now)))
      .returning({ id: sessions.id })
  ).length > 0

export const touchSession = (db: Db, sessionId: string, times: { lastSeenAt: Date; idleExpiresAt: Date }) =>
  db.update(sessions).set(times).where(eq(sessions.id, sessionId))

export const deleteSession = (db: Db, sessionId: string) => db.delete(sessions).where(eq(sessions.id, sessionId))

export const deleteSessions = (db: Db, userId: string) => db.delete(sessions).where(eq(sessions.userId, userId))

export const deleteAllSessions = (db: Db) => db.delete(sessions)

export const deleteOtherSessions = (db: Db, userId: string, keptSessionId: string) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)))

/** Returns the user's active sessions, most recently used first. */
export const sessionsOf = (db: Db, userId: string, now: Date) =>
  db
    .select({ id: sessions.id, userAgent: sessions.userAgent, createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.idleExpiresAt, now), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))

/** Deletes a session if it belongs to this user. Returns whether a session was deleted. */
export const deleteSessionOf = async (db: Db, userId: string, sessionId: string): Promise<boolean> =>
  (
    await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
      .returning({ id: sessions.id })
  ).length > 0

export const deleteEndedSessions = (db: Db, now: Date) =>
  db.delete(sessions).where(or(lt(sessions.idleExpiresAt, now), lt(sessions.expiresAt, now)))
