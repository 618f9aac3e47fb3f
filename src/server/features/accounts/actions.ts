import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { Preferences, User } from '#shared/accounts/contract.ts'
import { statusAt } from '#shared/billing/rules.ts'
import { userById } from './queries.ts'

/** The person with this id, as only they see themselves. Throws `not_signed_in` when they are gone. */
export const userOf = async (db: Db, userId: string, now: Date): Promise<User> => {
  const found = await userById(db, userId)
  if (!found) throw new Refused('not_signed_in')
  const { user, role, subscription, calendar } = found
  const freeTrialStarted = subscription.freeTrialStarted.toISOString()
  // Only what the contract lists: the row has the password's hash too.
  return User.parse({
    ...user,
    calendarId: calendar.id,
    hasPlanned: calendar.lessonBytes > 0,
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
