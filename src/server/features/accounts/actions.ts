import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { Preferences, User } from '#shared/accounts/contract.ts'
import { isAtDomain, type SignUp, signUpRule } from '#shared/accounts/rules.ts'
import { statusAt } from '#shared/billing/rules.ts'
import { forgetAttempts } from './guessing/actions.ts'
import { deletePendingSignInsOf } from './providers/queries.ts'
import * as query from './queries.ts'
import { lockUser, userById } from './queries.ts'
import { askForLink } from './reset/actions.ts'
import type { Trials } from './trials/actions.ts'

/** Features that everyone on this server has for free: `isFree` a plan, `isAiForEverybody` the AI add-on. */
export type Given = { isFree: boolean; isAiForEverybody: boolean }

/** Returns the account as its owner sees it, including free features. Throws `not_signed_in` if it has been deleted. */
export const userOf = async (db: Db, userId: string, now: Date, given: Partial<Given> = {}): Promise<User> => {
  const { isFree = false, isAiForEverybody = false } = given
  const found = await userById(db, userId)
  if (!found) throw new Refused('not_signed_in')
  const { user, role, subscription, calendar, school } = found
  const freeTrialStarted = subscription.freeTrialStarted.toISOString()
  const planEndsAt = subscription.planEndsAt?.toISOString() ?? null
  const status = statusAt({ subscriptionStatus: subscription.status, freeTrialStarted, planEndsAt }, now.getTime())
  // `parse` drops fields outside the contract, such as the password hash.
  return User.parse({
    ...user,
    hasOidc: user.oidcId !== null,
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
    aiFeatureFlag:
      (isAiForEverybody && user.email !== null) ||
      (subscription.aiFeatureFlag && (subscription.aiEndsAt === null || subscription.aiEndsAt > now)),
    referralCredits: subscription.referralCredits,
    preferences: Preferences.parse(user.preferences),
    createdAt: user.createdAt.toISOString(),
  })
}

/** Callbacks into other features when accounts are created or deleted, run in the same transaction. */
export type Hooks = {
  signUp: SignUp
  schools: {
    /** True if the address (lowercase) has a pending school invitation. */
    isInvited: (db: Db, email: string) => Promise<boolean>
  }
  keys: KeyRing
  trials: Trials
  mailQueue: MailQueue
  billing: {
    /** Records the owner of this referral code as the person's referrer. */
    refer: (db: Db, friend: { friendId: string; code: string }, now: Date) => Promise<void>
    /** Ends the person's subscriptions and remembers which discount codes they used. Call before deleting the account. */
    leave: (db: Db, userId: string, now: Date) => Promise<void>
  }
  sharing: {
    /** Revokes all access to the person's calendar. */
    end: (db: Db, userId: string, now: Date) => Promise<void>
  }
  drive: {
    /** Stores the refresh token for the person's Drive. */
    keep: (db: Db, userId: string, refreshToken: string, now: Date) => Promise<void>
    /** Disconnects the person's Drive. */
    leave: (db: Db, userId: string) => Promise<void>
  }
}

type Door = Pick<Hooks, 'signUp' | 'schools'>

/** Throws `sign_up_closed` unless this address may sign up. A null address stands for a guest. */
export const requireOpenSignUp = async (db: Db, { signUp, schools }: Door, email: string | null): Promise<void> => {
  if (signUp.mode === 'open') return
  const isLetIn = email !== null && (signUp.mode === 'domains' ? isAtDomain(email, signUp.domains) : await schools.isInvited(db, email))
  if (!isLetIn) throw new Refused('sign_up_closed', signUpRule(signUp) ?? undefined)
}

/**
 * True if new users set their password with a mailed link. Restricted sign-up relies on the address, so people must prove that it is
 * theirs. That only works if the server sends mail.
 */
export const isByLink = ({ signUp, mailQueue }: Pick<Hooks, 'signUp' | 'mailQueue'>): boolean => signUp.mode !== 'open' && mailQueue.isOpen

type BeginningHooks = Pick<Hooks, 'signUp' | 'schools' | 'keys' | 'trials' | 'billing' | 'mailQueue'>
type Beginning = { userId: string; email: string; ref: string | null | undefined; hasWayIn: boolean }

/**
 * Completes every kind of sign-up, in the transaction that creates the account. Checks that the address may sign up, starts the trial,
 * records the referrer, if any, and queues the welcome mail, or the set-password link if nobody can sign in to it yet. Throws
 * `sign_up_closed`.
 */
export const beginAccount = async (
  db: Db,
  { userId, email, ref, hasWayIn }: Beginning,
  { keys, trials, billing, mailQueue, ...door }: BeginningHooks,
  now: Date,
): Promise<void> => {
  await requireOpenSignUp(db, door, email)
  await trials.begin(db, { userId, email }, now)
  if (ref) await billing.refer(db, { friendId: userId, code: ref }, now)
  if (hasWayIn) await mailQueue.queue(db, { userId, kind: 'welcome' }, now)
  else await askForLink(db, { keys, mailQueue }, email, now, 'signed-up')
}

/** Throws `last_administrator` if this person is the only platform admin. The caller's transaction must hold the lock on their row. */
export const requireOtherAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.isAdministrator(db, userId))) return
  await query.lockAdministrators(db)
  if (!(await query.hasOtherAdministrator(db, userId))) throw new Refused('last_administrator')
}

export const SCHOOL_KEEPS_ONE = 'A school needs at least one administrator. Make another teacher an administrator first.'

/** Throws `refused_by_rule` if other teachers would be left in the school without an administrator. */
const requireOtherSchoolAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.lockAdministeredSchool(db, userId))) return
  if (await query.leavesTeachersAlone(db, userId)) throw new Refused('refused_by_rule', SCHOOL_KEEPS_ONE)
}

/** The hooks needed to delete an account. */
export type LeavingHooks = Pick<Hooks, 'trials' | 'billing' | 'drive'>

/** `standing`: the condition that must still hold at the delete (see queries.ts); null if a platform admin deletes the account. */
type Leaving = { userId: string; precondition: query.Precondition; now: Date; keepsTrial: boolean }

/**
 * Deletes an account with all its data. Throws `last_administrator`, or `refused_by_rule` for the last administrator of a school with other
 * teachers. If the condition no longer holds, throws `not_signed_in` (the session ended), `wrong_password` (the password changed) or
 * `not_found`.
 */
export const deleteAccount = (
  db: Db,
  { userId, precondition, now, keepsTrial }: Leaving,
  { trials, billing, drive }: LeavingHooks,
): Promise<void> =>
  db.transaction(async (db) => {
    // Lock order: arrivals, calendar, user. A person returning from a provider locks their arrival before the account, and every change
    // locks the calendar before its owner. Any other order could deadlock.
    await deletePendingSignInsOf(db, userId)
    await query.lockCalendarOf(db, userId)
    // Prevents a Drive from being connected during the deletion.
    await lockUser(db, userId)
    await requireOtherAdministrator(db, userId)
    await requireOtherSchoolAdministrator(db, userId)
    await billing.leave(db, userId, now)
    await drive.leave(db, userId)
    if (keepsTrial) await trials.keep(db, userId, now)
    const gone = await query.deleteUser(db, userId, precondition)
    if (!gone) throw new Refused(precondition === null ? 'not_found' : 'sessionId' in precondition ? 'not_signed_in' : 'wrong_password')
    await forgetAttempts(db, { userId, ...gone })
    await enqueue(db, 'note-deletion', { userId })
  })

/**
 * Throws `address_unconfirmed` unless the person has confirmed their address. Skipped if the server sends no mail, because no one could
 * confirm.
 */
export const requireConfirmedAddress = async (db: Db, userId: string, { isOpen }: Pick<MailQueue, 'isOpen'>): Promise<void> => {
  if (isOpen && !(await query.hasConfirmedAddress(db, userId))) throw new Refused('address_unconfirmed')
}

/** Throws `refused_by_rule` if the password is shorter than the operator's minimum. */
export const requireLength = (password: string, { passwordMinLength }: { passwordMinLength: number }): void => {
  if (password.length < passwordMinLength)
    throw new Refused('refused_by_rule', `Password must be at least ${passwordMinLength} characters long.`)
}
