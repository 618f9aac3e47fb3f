/**
 * Sessions with opaque bearer tokens.
 *
 * 1. A token is 256 random bits. Only its SHA-256 hash is stored, so a leaked database doesn't give access to any account.
 * 2. A session ends 7 days after its last use or 30 days after sign-in, whichever comes first. A guest's session ends when the guest
 *    expires. Following the live stream doesn't count as session activity.
 * 3. Permissions are read with the session on every request, so an expired plan, a sign-out or a new password takes effect immediately.
 * 4. A session is only created if the password that was checked is still current.
 * 5. Destructive calls require re-authentication in the same session within the last five minutes (proof/actions.ts).
 * 6. While the database is read-only, users can still sign in, read and export. New sessions and proofs are kept in this server's memory
 *    until they can be stored.
 */

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mayWrite } from '#server/features/billing/policy.ts'
import { makeTokenGuard } from '#server/features/sign-in/guessing/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import * as query from './queries.ts'

const MINUTE_MS = 60_000
const IDLE_MS = RETENTION.sessionIdleDays * DAY_MS
const ABSOLUTE_MS = RETENTION.sessionDays * DAY_MS
/** How long a proof is valid. */
const PROOF_MS = 5 * MINUTE_MS
/** Minimum time between updates of the idle expiry. Five-minute precision is better than a write on every read. */
const TOUCH_MS = 5 * MINUTE_MS
/** Maximum sessions per user. A new session replaces the least recently used one. */
const SESSIONS_KEPT = 50
/** Maximum sessions waiting in memory, and the milliseconds between attempts to store one. */
const MAX_WAITING = 1000
const WRITE_DOWN_MS = 10_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const idleEnd = (now: Date, expiresAt: Date): Date => new Date(Math.min(now.getTime() + IDLE_MS, expiresAt.getTime()))

type NewSession = {
  userId: string
  /** The hash that matched the typed password, or null for an account without a password. */
  passwordHash: string | null
  userAgent: string | undefined
  now: Date
  /** Absolute expiry. Defaults to 30 days from now. */
  expiresAt?: Date
  /** True if the user has just typed the password or returned from a provider. */
  isConfirmed?: boolean
}
type CheckedSession = NewSession & { passwordHash: string }

const rowOf = (
  token: string,
  { userId, userAgent, now, expiresAt = new Date(now.getTime() + ABSOLUTE_MS), isConfirmed = false }: Omit<NewSession, 'passwordHash'>,
) => {
  return {
    tokenHash: hashOf(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    idleExpiresAt: idleEnd(now, expiresAt),
    expiresAt,
    userAgent: userAgent?.slice(0, 300) ?? null,
    confirmedAt: isConfirmed ? now : null,
    wrongPasswords: 0,
  }
}

/**
 * Creates a session and returns its token, which isn't stored. Returns undefined if the password has changed or the account has been
 * deleted since the check.
 */
export const startSession = async (db: Db, { passwordHash, ...session }: NewSession): Promise<string | undefined> => {
  const token = randomBytes(32).toString('base64url')
  const isStarted = await query.insertSession(db, rowOf(token, session), passwordHash)
  if (isStarted) await query.deleteOldestSessions(db, session.userId, SESSIONS_KEPT)
  return isStarted ? token : undefined
}

export type Sessions = {
  /** Like {@link startSession}, but also works while the database is read-only. */
  start: (session: CheckedSession) => Promise<string | undefined>
  /**
   * Returns the actor for a token, or undefined if the token is unknown or its session has ended. Extends the session's idle expiry unless
   * the call is passive. Throws `too_many` for a network that sends too many invalid tokens.
   */
  identify: (token: string, network: string, use?: { isPassive: boolean }) => Promise<Actor | undefined>
  /** Returns the actor for a session, or undefined if the session has ended. Doesn't count as session activity. */
  actorIn: (sessionId: string) => Promise<Actor | undefined>
  end: (sessionId: string) => Promise<void>
  /** Records that the user re-authenticated in this session. Returns false if the session no longer exists. */
  confirm: (sessionId: string, now: Date) => Promise<boolean>
  /**
   * Counts a password attempt in this session. Returns the number of attempts since the last correct password, including this one, or
   * undefined if the session has ended. Always returns 1 for a stored session while the database is read-only. The account's own limit
   * still applies (guessing/actions.ts).
   */
  countPassword: (sessionId: string) => Promise<number | undefined>
  /** Ends all of a user's sessions except one, inside the given transaction, if any. */
  endOthers: (userId: string, keptId: string, transaction?: Db) => Promise<void>
}

type Waiting = ReturnType<typeof rowOf> & { id: string; passwordHash: string; triedAt: number }

type IdentifiedSession = {
  userId: string
  sessionId: string
  confirmedAt: Date | null | undefined
  accountState: query.AccountState
  isFree: boolean
}

const isFresh = (proof: Date | null | undefined, now: Date): boolean => proof != null && now.getTime() - proof.getTime() <= PROOF_MS

const actorOf = ({ userId, sessionId, confirmedAt, accountState, isFree }: IdentifiedSession, now: Date): Actor => {
  const { calendarId, isGuest, isAdmin, schoolId, schoolCalendarId, schoolAdministration } = accountState
  const school =
    schoolId !== null && schoolCalendarId !== null
      ? { id: schoolId, calendarId: schoolCalendarId, isAdministrator: schoolAdministration }
      : null
  const isProven = isGuest || isFresh(confirmedAt, now)
  return { userId, calendarId, sessionId, mayWrite: mayWrite(accountState, { isFree, now }), isProven, isGuest, isAdmin, school }
}

const hasEnded = ({ expiresAt, idleExpiresAt }: Waiting, now: Date): boolean => expiresAt <= now || idleExpiresAt <= now

/** Returns an error handler that calls `instead` while the database is read-only and rethrows any other error. */
const whereNothingCanBeWritten =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (!cannotWrite(error)) throw error
    return instead()
  }

/** Creates an in-memory store for sessions that can't be stored because the database is read-only. */
const makeWaitingSessions = (db: Db, { isFree }: { isFree: boolean }) => {
  const waiting = new Map<string, Waiting>()

  /** Creates an in-memory session and returns its token. */
  const wait = ({ passwordHash, ...session }: CheckedSession): string => {
    for (const [tokenHash, other] of waiting) if (hasEnded(other, session.now)) waiting.delete(tokenHash)
    if (waiting.size >= MAX_WAITING) throw new Refused('unavailable', undefined, { retryAfter: 60 })
    const token = randomBytes(32).toString('base64url')
    const row = { ...rowOf(token, session), id: randomUUID(), passwordHash, triedAt: session.now.getTime() }
    waiting.set(row.tokenHash, row)
    return token
  }

  /** Returns the actor for an in-memory session. Retries storing the session at most every WRITE_DOWN_MS. */
  const identify = async (tokenHash: string, now: Date): Promise<Actor | undefined> => {
    const session = waiting.get(tokenHash)
    const accountState = session && (await query.accountStateWhilePassword(db, session.userId, session.passwordHash))
    if (!accountState || hasEnded(session, now)) {
      waiting.delete(tokenHash)
      return undefined
    }
    if (now.getTime() - session.triedAt > WRITE_DOWN_MS) {
      session.triedAt = now.getTime()
      const { triedAt: _, passwordHash, ...row } = session
      const isWritten = await query.insertSession(db, row, passwordHash).catch(whereNothingCanBeWritten(() => false))
      if (isWritten) waiting.delete(tokenHash)
    }
    return actorOf({ userId: session.userId, sessionId: session.id, confirmedAt: session.confirmedAt, accountState, isFree }, now)
  }

  return {
    add: wait,
    identify,
    has: (tokenHash: string): boolean => waiting.has(tokenHash),
    with: (sessionId: string): Waiting | undefined => [...waiting.values()].find(({ id }) => id === sessionId),
    end: (sessionId: string): boolean => {
      for (const [tokenHash, { id }] of waiting) if (id === sessionId) return waiting.delete(tokenHash)
      return false
    },
    endOthers: (userId: string, keptId: string): void => {
      for (const [tokenHash, session] of waiting) if (session.userId === userId && session.id !== keptId) waiting.delete(tokenHash)
    },
  }
}

/** Creates an in-memory store, keyed by session ID, for proofs that can't be written to the database. */
const makeWaitingProofs = () => {
  const proofs = new Map<string, Date>()
  /** Stores a proof in memory. */
  const keep = (sessionId: string, now: Date): true => {
    for (const [other, at] of proofs) if (!isFresh(at, now)) proofs.delete(other)
    if (proofs.size >= MAX_WAITING) throw new Refused('unavailable', undefined, { retryAfter: 60 })
    proofs.set(sessionId, now)
    return true
  }
  return { keep, of: (sessionId: string): Date | undefined => proofs.get(sessionId) }
}

const touch = (db: Db, sessionId: string, now: Date, expiresAt: Date): Promise<unknown> =>
  // Updating the last use is best effort. Reads must work even if it fails.
  query
    .touchSession(db, sessionId, { lastSeenAt: now, idleExpiresAt: idleEnd(now, expiresAt) })
    .catch(whereNothingCanBeWritten(() => undefined))

/** `isFree` is true if users don't need a plan to write. */
export const makeSessions = (db: Db, clock: () => Date, { isFree }: { isFree: boolean }): Sessions => {
  const guard = makeTokenGuard()
  const waiting = makeWaitingSessions(db, { isFree })
  const proofs = makeWaitingProofs()

  const actorOfRunning = (session: query.Running, now: Date): Actor => {
    const { userId, sessionId } = session
    const confirmedAt = isFresh(session.confirmedAt, now) ? session.confirmedAt : proofs.of(sessionId)
    return actorOf({ userId, sessionId, confirmedAt, accountState: session, isFree }, now)
  }

  return {
    start: async (session) => {
      const token = await startSession(db, session).catch(whereNothingCanBeWritten(() => waiting.add(session)))
      if (token !== undefined) guard.remember(hashOf(token))
      return token
    },

    identify: async (token, network, { isPassive } = { isPassive: false }) => {
      const now = clock()
      const tokenHash = hashOf(token)
      guard.check(tokenHash, network, now)
      if (waiting.has(tokenHash)) return waiting.identify(tokenHash, now)
      const session = await query.runningSession(db, tokenHash, now)
      if (!session) {
        guard.noteUnknown(tokenHash, network, now)
        return undefined
      }
      guard.remember(tokenHash)
      const isDue = now.getTime() - session.lastSeenAt.getTime() > TOUCH_MS
      if (isDue && !isPassive) await touch(db, session.sessionId, now, session.expiresAt)
      return actorOfRunning(session, now)
    },

    actorIn: async (sessionId) => {
      const now = clock()
      const waits = waiting.with(sessionId)
      if (waits) return waiting.identify(waits.tokenHash, now)
      const session = await query.runningSessionWith(db, sessionId, now)
      return session && actorOfRunning(session, now)
    },

    end: async (sessionId) => {
      if (!waiting.end(sessionId)) await query.deleteSession(db, sessionId)
    },

    confirm: async (sessionId, now) => {
      const session = waiting.with(sessionId)
      if (!session) return query.confirmSession(db, sessionId, now).catch(whereNothingCanBeWritten(() => proofs.keep(sessionId, now)))
      session.confirmedAt = now
      session.wrongPasswords = 0
      return true
    },

    countPassword: async (sessionId) => {
      const session = waiting.with(sessionId)
      if (!session) return query.countPassword(db, sessionId).catch(whereNothingCanBeWritten(() => 1))
      session.wrongPasswords += 1
      return session.wrongPasswords
    },

    endOthers: async (userId, keptId, transaction = db) => {
      waiting.endOthers(userId, keptId)
      await query.deleteOtherSessions(transaction, userId, keptId)
    },
  }
}
