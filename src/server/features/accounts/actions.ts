import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { Post } from '#server/lib/mail/post.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { Preferences, User } from '#shared/accounts/contract.ts'
import { statusAt } from '#shared/billing/rules.ts'
import { deleteArrivalsOf } from './google/queries.ts'
import { forgetAttempts } from './guessing/actions.ts'
import * as query from './queries.ts'
import { lockUser, passwordHashOf, userById } from './queries.ts'
import { confirmedAtOf } from './sessions/queries.ts'
import type { Trials } from './trials/actions.ts'

/** The person with this id, as only they see themselves; where everything is free, everybody has a plan. Throws `not_signed_in` when they are gone. */
export const userOf = async (db: Db, userId: string, now: Date, { isFree = false } = {}): Promise<User> => {
  const found = await userById(db, userId)
  if (!found) throw new Refused('not_signed_in')
  const { user, role, subscription, calendar, school } = found
  const freeTrialStarted = subscription.freeTrialStarted.toISOString()
  const planEndsAt = subscription.planEndsAt?.toISOString() ?? null
  const status = statusAt({ subscriptionStatus: subscription.status, freeTrialStarted, planEndsAt }, now.getTime())
  // Only what the contract lists: the row has the password's hash too.
  return User.parse({
    ...user,
    hasPassword: user.passwordHash !== null,
    isEmailConfirmed: user.emailConfirmedAt !== null,
    mailComesBack: user.emailBouncedAt !== null,
    calendarId: calendar.id,
    calendarVersion: calendar.version,
    schoolVersion: school?.version ?? null,
    hasPlanned: calendar.lessonBytes > 0,
    isGuest: user.email === null,
    schoolId: role.schoolId,
    schoolAdministration: role.schoolAdministration,
    isAdmin: role.isAdmin,
    subscriptionStatus: isFree ? 'PROTEACHERACTIVE' : status,
    freeTrialStarted,
    aiFeatureFlag: subscription.aiFeatureFlag && (subscription.aiEndsAt === null || subscription.aiEndsAt > now),
    referralCredits: subscription.referralCredits,
    preferences: Preferences.parse(user.preferences),
    createdAt: user.createdAt.toISOString(),
  })
}

/** What other features do when people come and go; in the transaction of it. */
export type Hooks = {
  trials: Trials
  post: Post
  billing: {
    /** Notes by whose code a person has come. */
    refer: (db: Db, friend: { friendId: string; code: string }, now: Date) => Promise<void>
    /** Sees to it that a person who is about to be deleted pays for nothing any more, and uses no discount code again. */
    leave: (db: Db, userId: string, now: Date) => Promise<void>
  }
  sharing: {
    /** Shows their plans to nobody any more. */
    end: (db: Db, userId: string, now: Date) => Promise<void>
  }
  drive: {
    /** Keeps what opens a person's Drive. */
    keep: (db: Db, userId: string, refreshToken: string, now: Date) => Promise<void>
    /** Sees to it that nothing opens their Drive any more. */
    leave: (db: Db, userId: string) => Promise<void>
  }
}

/** Starts the trial, notes the referral, if there was a code, and queues the welcome mail; in the transaction that creates the account. */
export const beginAccount = async (
  db: Db,
  { userId, email, ref }: { userId: string; email: string; ref: string | null | undefined },
  { trials, billing, post }: Pick<Hooks, 'trials' | 'billing' | 'post'>,
  now: Date,
): Promise<void> => {
  await trials.begin(db, { userId, email }, now)
  if (ref) await billing.refer(db, { friendId: userId, code: ref }, now)
  await post.queue(db, { userId, kind: 'welcome' }, now)
}

/** For so long Google has vouched for somebody. */
const CONFIRMED_MS = 5 * 60_000

/** What somebody has proved: to know the password with this hash, or to have none; a guest's session is proof by itself. */
export type Proof = { passwordHash: string | null; isGuest: boolean }

/** Returns the hash of the password that the person has typed. Throws `wrong_password`. */
export const requirePassword = async (passwords: Passwords, db: Db, userId: string, password: string): Promise<string> => {
  const current = await passwordHashOf(db, userId)
  if (!current || !(await passwords.matches(current, password, userId))) throw new Refused('wrong_password')
  return current
}

/** Makes sure that Google has vouched for the person in this session just now. Throws `confirmation_needed`. */
export const requireConfirmed = async (db: Db, { sessionId }: Actor, now: Date): Promise<void> => {
  const at = await confirmedAtOf(db, sessionId)
  if (!at || now.getTime() - at.getTime() > CONFIRMED_MS) throw new Refused('confirmation_needed')
}

/**
 * Makes sure that it is really the person who calls: by their password; by Google where they have none. Throws
 * `wrong_password`, `malformed` where none was sent, and `confirmation_needed`.
 */
export const requireProof = async (
  passwords: Passwords,
  db: Db,
  actor: Actor,
  { password, now }: { password: string | undefined; now: Date },
): Promise<Proof> => {
  const { isGuest, userId } = actor
  if (isGuest) return { passwordHash: null, isGuest }
  if ((await passwordHashOf(db, userId)) === null) {
    await requireConfirmed(db, actor, now)
    return { passwordHash: null, isGuest }
  }
  if (password === undefined) throw new Refused('malformed', 'Please enter your password.')
  return { passwordHash: await requirePassword(passwords, db, userId, password), isGuest }
}

/** Makes sure that somebody looks after the platform when this person no longer does; in a transaction that has locked their row. Throws `last_administrator`. */
export const requireOtherAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.isAdministrator(db, userId))) return
  await query.lockAdministrators(db)
  if (!(await query.hasOtherAdministrator(db, userId))) throw new Refused('last_administrator')
}

/** Without a proof it is whoever looks after the platform who deletes them. */
type Leaving = { userId: string; proof: Proof | null; now: Date; keepsTrial: boolean }

/**
 * Deletes a person with all that is theirs, if what they have proved still holds; throws `wrong_password` or
 * `confirmation_needed` else, and `last_administrator`.
 */
export const deleteAccount = (db: Db, { userId, proof, now, keepsTrial }: Leaving, { trials, billing, drive }: Hooks): Promise<void> =>
  db.transaction(async (db) => {
    // Who comes back from Google has their arrival before their account, and all changes lock the calendar before its owner: in
    // another order two of them would wait for each other.
    await deleteArrivalsOf(db, userId)
    await query.lockCalendarOf(db, userId)
    // Else a Drive could be opened while it is left.
    await lockUser(db, userId)
    await requireOtherAdministrator(db, userId)
    await billing.leave(db, userId, now)
    await drive.leave(db, userId)
    if (keepsTrial) await trials.keep(db, userId, now)
    const gone = await query.deleteUser(db, userId, proof)
    if (!gone && proof === null) throw new Refused('not_found')
    if (!gone) throw new Refused(proof?.passwordHash === null ? 'confirmation_needed' : 'wrong_password')
    await forgetAttempts(db, { userId, ...gone })
    await enqueue(db, 'note-deletion', { userId })
  })

/** Refuses a new password that is shorter than the operator wants. */
export const requireLength = (password: string, { passwordMinLength }: { passwordMinLength: number }): void => {
  if (password.length < passwordMinLength)
    throw new Refused('refused_by_rule', `Password must be at least ${passwordMinLength} characters long.`)
}
