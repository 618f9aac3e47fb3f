import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { Post } from '#server/lib/mail/post.ts'
import { Preferences, User } from '#shared/accounts/contract.ts'
import { isAtDomain, type SignUp, signUpRule } from '#shared/accounts/rules.ts'
import { statusAt } from '#shared/billing/rules.ts'
import { forgetAttempts } from './guessing/actions.ts'
import { deleteArrivalsOf } from './providers/queries.ts'
import * as query from './queries.ts'
import { lockUser, userById } from './queries.ts'
import { askForLink } from './reset/actions.ts'
import type { Trials } from './trials/actions.ts'

/** What every person here has without paying: `isFree` a plan, `isAiForEverybody` the AI add-on. */
export type Given = { isFree: boolean; isAiForEverybody: boolean }

/** The person with this id, as only they see themselves, with what everybody is given. Throws `not_signed_in` when they are gone. */
export const userOf = async (db: Db, userId: string, now: Date, given: Partial<Given> = {}): Promise<User> => {
  const { isFree = false, isAiForEverybody = false } = given
  const found = await userById(db, userId)
  if (!found) throw new Refused('not_signed_in')
  const { user, role, subscription, calendar, school } = found
  const freeTrialStarted = subscription.freeTrialStarted.toISOString()
  const planEndsAt = subscription.planEndsAt?.toISOString() ?? null
  const status = statusAt({ subscriptionStatus: subscription.status, freeTrialStarted, planEndsAt }, now.getTime())
  // Only what the contract lists: the row has the password's hash too.
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

/** What other features do when people come and go; in the transaction of it. */
export type Hooks = {
  signUp: SignUp
  schools: {
    /** Whether an invitation of a school waits for an address, in lower case. */
    isInvited: (db: Db, email: string) => Promise<boolean>
  }
  keys: KeyRing
  trials: Trials
  post: Post
  billing: {
    /** Notes by whose code a person has come. */
    refer: (db: Db, friend: { friendId: string; code: string }, now: Date) => Promise<void>
    /** Ends everything that a person pays for, and keeps which discount codes they used. Call it before they are deleted. */
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

type Door = Pick<Hooks, 'signUp' | 'schools'>

/** Makes sure that somebody may sign up with an address, or, with null, as a guest. Throws `sign_up_closed`. */
export const requireOpenSignUp = async (db: Db, { signUp, schools }: Door, email: string | null): Promise<void> => {
  if (signUp.mode === 'open') return
  const isLetIn = email !== null && (signUp.mode === 'domains' ? isAtDomain(email, signUp.domains) : await schools.isInvited(db, email))
  if (!isLetIn) throw new Refused('sign_up_closed', signUpRule(signUp) ?? undefined)
}

/**
 * Whether people who sign up set their password by a mailed link. Where sign-up is closed an address lets somebody in, so it must be
 * theirs; where no mail is sent nobody can show that.
 */
export const isByLink = ({ signUp, post }: Pick<Hooks, 'signUp' | 'post'>): boolean => signUp.mode !== 'open' && post.isOpen

type BeginningHooks = Pick<Hooks, 'signUp' | 'schools' | 'keys' | 'trials' | 'billing' | 'post'>
type Beginning = { userId: string; email: string; ref: string | null | undefined; hasWayIn: boolean }

/**
 * Checks that this address may sign up, starts the trial, notes the referral, if there was a code, and queues the welcome mail, or the
 * link by which they set the password; in the transaction that creates the account. Whatever way people come by passes here. Throws
 * `sign_up_closed`.
 */
export const beginAccount = async (
  db: Db,
  { userId, email, ref, hasWayIn }: Beginning,
  { keys, trials, billing, post, ...door }: BeginningHooks,
  now: Date,
): Promise<void> => {
  await requireOpenSignUp(db, door, email)
  await trials.begin(db, { userId, email }, now)
  if (ref) await billing.refer(db, { friendId: userId, code: ref }, now)
  if (hasWayIn) await post.queue(db, { userId, kind: 'welcome' }, now)
  else await askForLink(db, { keys, post }, email, now, 'signed-up')
}

/** Makes sure that somebody looks after the platform when this person no longer does; in a transaction that has locked their row. Throws `last_administrator`. */
export const requireOtherAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.isAdministrator(db, userId))) return
  await query.lockAdministrators(db)
  if (!(await query.hasOtherAdministrator(db, userId))) throw new Refused('last_administrator')
}

export const SCHOOL_KEEPS_ONE = 'A school keeps one administrator. Make another teacher an administrator first.'

/** Makes sure that the teachers of a school keep an administrator; whoever is alone in it may go. Throws `refused_by_rule`. */
const requireOtherSchoolAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.lockAdministeredSchool(db, userId))) return
  if (await query.leavesTeachersAlone(db, userId)) throw new Refused('refused_by_rule', SCHOOL_KEEPS_ONE)
}

/** Of {@link Hooks}, what a deleted account needs. */
export type LeavingHooks = Pick<Hooks, 'trials' | 'billing' | 'drive'>

/** `standing`: what must hold still (queries.ts); null where whoever looks after the platform deletes them. */
type Leaving = { userId: string; standing: query.Standing; now: Date; keepsTrial: boolean }

/**
 * Deletes a person with all that is theirs. Throws `last_administrator`; `refused_by_rule` for the last administrator of a school
 * with other teachers; and, where what must hold no longer does, `not_signed_in` for a session that has ended meanwhile,
 * `wrong_password` for a password that was replaced, else `not_found`.
 */
export const deleteAccount = (
  db: Db,
  { userId, standing, now, keepsTrial }: Leaving,
  { trials, billing, drive }: LeavingHooks,
): Promise<void> =>
  db.transaction(async (db) => {
    // Who comes back from Google has their arrival before their account, and all changes lock the calendar before its owner: in
    // another order two of them would wait for each other.
    await deleteArrivalsOf(db, userId)
    await query.lockCalendarOf(db, userId)
    // Else a Drive could be opened while it is left.
    await lockUser(db, userId)
    await requireOtherAdministrator(db, userId)
    await requireOtherSchoolAdministrator(db, userId)
    await billing.leave(db, userId, now)
    await drive.leave(db, userId)
    if (keepsTrial) await trials.keep(db, userId, now)
    const gone = await query.deleteUser(db, userId, standing)
    if (!gone) throw new Refused(standing === null ? 'not_found' : 'sessionId' in standing ? 'not_signed_in' : 'wrong_password')
    await forgetAttempts(db, { userId, ...gone })
    await enqueue(db, 'note-deletion', { userId })
  })

/** Makes sure that a person has shown that their address is theirs; nobody can where no mail is sent. Throws `address_unconfirmed`. */
export const requireConfirmedAddress = async (db: Db, userId: string, { isOpen }: Pick<Post, 'isOpen'>): Promise<void> => {
  if (isOpen && !(await query.hasConfirmedAddress(db, userId))) throw new Refused('address_unconfirmed')
}

/** Refuses a new password that is shorter than the operator wants. */
export const requireLength = (password: string, { passwordMinLength }: { passwordMinLength: number }): void => {
  if (password.length < passwordMinLength)
    throw new Refused('refused_by_rule', `Password must be at least ${passwordMinLength} characters long.`)
}
