import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import { Classroom, Preferences, User } from '#shared/accounts/contract.ts'
import { statusAt } from '#shared/billing/rules.ts'
import * as query from './queries.ts'

/** Features that every user of this server has for free. `isFree` applies to the plan, `isAiForEverybody` to the AI add-on. */
export type Given = { isFree: boolean; isAiForEverybody: boolean }

/** Returns the account as its owner sees it, including free features. Throws `not_signed_in` if the account has been deleted. */
export const userOf = async (db: Db, userId: string, now: Date, given: Partial<Given> = {}): Promise<User> => {
  const { isFree = false, isAiForEverybody = false } = given
  const found = await query.userById(db, userId)
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
    calendarId: calendar.calendarId,
    calendarVersion: calendar.version,
    schoolVersion: school?.version ?? null,
    usesSharedDevices: school?.usesSharedDevices ?? false,
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
    classroom: Classroom.parse(user.classroom),
    preferences: Preferences.parse(user.preferences),
    createdAt: user.createdAt.toISOString(),
  })
}

/** Throws `last_administrator` if this user is the only platform admin. The caller's transaction must hold the lock on their row. */
export const requireOtherAdministrator = async (db: Db, userId: string): Promise<void> => {
  if (!(await query.isAdministrator(db, userId))) return
  await query.lockAdministrators(db)
  if (!(await query.hasOtherAdministrator(db, userId))) throw new Refused('last_administrator')
}

/**
 * Throws `address_unconfirmed` unless the user has confirmed their email address. Does nothing if the server doesn't send mail, because
 * users couldn't confirm their address.
 */
export const requireConfirmedAddress = async (db: Db, userId: string, { isOpen }: Pick<MailQueue, 'isOpen'>): Promise<void> => {
  if (isOpen && !(await query.hasConfirmedAddress(db, userId))) throw new Refused('address_unconfirmed')
}
