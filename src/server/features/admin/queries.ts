import { count, eq, isNotNull, sql, sum } from 'drizzle-orm'
import { subscriptions, users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'

/** The zone in which a person counts weeks and months. */
export const timezoneOf = async (db: Db, userId: string): Promise<string> => {
  const [row] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error('Who asks is not there')
  return row.timezone
}

type Since = { now: Date; week: Date; month: Date }

/** Counts everybody who has signed up, by how their trial or plan stands at an instant (`statusAt` of shared/billing/rules.ts in SQL). */
export const countPeople = async (db: Db, { now, week, month }: Since) => {
  const at = now.toISOString()
  const hasPlan = sql`(${subscriptions.status} = 'PROTEACHERACTIVE' and (${subscriptions.planEndsAt} is null or ${subscriptions.planEndsAt} > ${at}))`
  const isOnTrial = sql`${subscriptions.freeTrialStarted} > ${at}::timestamptz - make_interval(days => ${TRIAL_DAYS})`
  const isTrial = sql`${subscriptions.status} in ('TRIAL', 'TRIALEXPIRED')`
  const hadPlan = sql`(${subscriptions.status} = 'PROTEACHERACTIVE' and not ${hasPlan})`
  const where = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [row] = await db
    .select({
      totalUsers: count(),
      newUsersThisWeek: where(sql`${users.createdAt} >= ${week.toISOString()}`),
      newUsersThisMonth: where(sql`${users.createdAt} >= ${month.toISOString()}`),
      activeSubscribers: where(hasPlan),
      activeTrialUsers: where(sql`(${subscriptions.status} = 'TRIAL' or ${hadPlan}) and ${isOnTrial}`),
      expiredTrialUsers: where(sql`${isTrial} and not (${subscriptions.status} = 'TRIAL' and ${isOnTrial})`),
      totalReferralCredits: sum(subscriptions.referralCredits).mapWith(Number),
    })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(isNotNull(users.email))
  if (!row) throw new Error('A count returned no row')
  return row
}
