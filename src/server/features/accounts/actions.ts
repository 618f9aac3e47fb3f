/**
 * Sessions: opaque bearer tokens.
 *
 * 1. A token is 256 random bits; only its SHA-256 is kept, so the database opens no account.
 * 2. A session ends 7 days after its last use and 30 days after sign-in, whichever comes first.
 * 3. What its person may do is read with it at every request: a plan that ends, a logout or a new password holds at once.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import { Preferences, User } from '#shared/accounts/contract.ts'
import { hasAccess, statusAt } from '#shared/billing/rules.ts'
import { insertSession, runningSession, touchSession, userById } from './queries.ts'

const DAY_MS = 86_400_000
const IDLE_MS = 7 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
/** The idle end is moved at most this often: a write for every read would be worse than five minutes' precision. */
const TOUCH_MS = 5 * 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const idleEnd = (now: Date, expiresAt: Date): Date => new Date(Math.min(now.getTime() + IDLE_MS, expiresAt.getTime()))

/** Opens a session and answers its token, which is nowhere else from here on. */
export const startSession = async (db: Db, session: { userId: string; userAgent: string | undefined; now: Date }): Promise<string> => {
  const { userId, userAgent, now } = session
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + ABSOLUTE_MS)
  await insertSession(db, {
    tokenHash: hashOf(token),
    userId,
    createdAt: now,
    lastSeenAt: now,
    idleExpiresAt: idleEnd(now, expiresAt),
    expiresAt,
    userAgent: userAgent?.slice(0, 300) ?? null,
  })
  return token
}

/** Who holds a token now; undefined when it is unknown or has ended. One query, and a write every five minutes of use. */
export const identify = async (db: Db, token: string, now: Date): Promise<Actor | undefined> => {
  const session = await runningSession(db, hashOf(token), now)
  if (!session) return undefined
  const { sessionId, userId, status, freeTrialStarted, lastSeenAt, expiresAt } = session
  if (now.getTime() - lastSeenAt.getTime() > TOUCH_MS) {
    await touchSession(db, sessionId, { lastSeenAt: now, idleExpiresAt: idleEnd(now, expiresAt) })
  }
  const mayWrite = hasAccess({ subscriptionStatus: status, freeTrialStarted: freeTrialStarted.toISOString() }, now.getTime())
  return { userId, sessionId, mayWrite }
}

/** The person with this id, as only they see themselves. Throws `not_signed_in` when they are gone. */
export const userOf = async (db: Db, userId: string, now: Date): Promise<User> => {
  const found = await userById(db, userId)
  if (!found) throw new Refused('not_signed_in')
  const { user, role, subscription } = found
  const freeTrialStarted = subscription.freeTrialStarted.toISOString()
  // Only what the contract lists: the row has the password's hash too.
  return User.parse({
    ...user,
    schoolId: role.schoolId,
    schoolAdministration: role.schoolAdministration,
    isAdmin: role.isAdmin,
    subscriptionStatus: statusAt({ subscriptionStatus: subscription.status, freeTrialStarted }, now.getTime()),
    freeTrialStarted,
    aiFeatureFlag: subscription.aiFeatureFlag,
    referralCredits: subscription.referralCredits,
    preferences: Preferences.parse(user.preferences),
    createdAt: user.createdAt.toISOString(),
  })
}
