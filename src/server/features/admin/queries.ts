import { count, eq, isNotNull, sql, sum } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { theOnly } from '#server/lib/db/one-row.ts'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'

/** Returns SQL conditions on `subscriptions` for the trial or plan status at an instant. Mirrors `statusAt` in shared/billing/rules.ts. */
export const standingAt = (now: Date) => {
  const at = now.toISOString()
  const { status, planEndsAt, freeTrialStarted } = subscriptions
  const subscriber = sql`(${status} = 'PROTEACHERACTIVE' and (${planEndsAt} is null or ${planEndsAt} > ${at}))`
  const isOnTrial = sql`${freeTrialStarted} > ${at}::timestamptz - make_interval(days => ${TRIAL_DAYS})`
  return {
    subscriber,
    // After a plan ends, the rest of the trial still counts.
    trial: sql`(${isOnTrial} and (${status} = 'TRIAL' or (${status} = 'PROTEACHERACTIVE' and not ${subscriber})))`,
    expiredTrial: sql`(${status} = 'TRIALEXPIRED' or (${status} = 'TRIAL' and not ${isOnTrial}))`,
  }
}

type Since = { now: Date; week: Date; month: Date }

/** Counts the users who have signed up, by their trial or plan status at `now`. */
export const countPeople = async (db: Db, { now, week, month }: Since) => {
  const { subscriber, trial, expiredTrial } = standingAt(now)
  const where = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const row = await theOnly(
    db
      .select({
        totalUsers: count(),
        newUsersThisWeek: where(sql`${users.createdAt} >= ${week.toISOString()}`),
        newUsersThisMonth: where(sql`${users.createdAt} >= ${month.toISOString()}`),
        activeSubscribers: where(subscriber),
        activeTrialUsers: where(trial),
        expiredTrialUsers: where(expiredTrial),
        totalReferralCredits: sum(subscriptions.referralCredits).mapWith(Number),
      })
      .from(users)
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .where(isNotNull(users.email)),
  )
  return row
}
