import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Passwords } from '#server/lib/passwords/passwords.ts'
import { Preferences, User } from '#shared/accounts/contract.ts'
import { statusAt } from '#shared/billing/rules.ts'
import { passwordHashOf, userById } from './queries.ts'

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

/**
 * Makes sure that it is really the person who calls. Returns the hash of their password, which they have typed; null for a
 * guest, whose session is the only proof that there is. Throws `wrong_password`, and `malformed` where none was sent.
 */
export const requireProof = async (passwords: Passwords, db: Db, actor: Actor, password: string | undefined): Promise<string | null> => {
  if (actor.isGuest) return null
  if (password === undefined) throw new Refused('malformed', 'Please enter your password.')
  const current = await passwordHashOf(db, actor.userId)
  if (!current || !(await passwords.matches(current, password, actor.userId))) throw new Refused('wrong_password')
  return current
}
