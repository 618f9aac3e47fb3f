import { and, count, eq, gte, inArray, isNotNull, sql, sum } from 'drizzle-orm'
import { auditLog } from '#server/features/audit/tables.ts'
import { subscriptions, users } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import { aiMonths } from '#server/features/writing/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { activeTeachers } from './tables.ts'

const monthOf = (at: typeof users.createdAt | typeof subscriptions.freeTrialStarted | typeof auditLog.at, zone: string) =>
  sql<string>`to_char(${at} at time zone ${zone}, 'YYYY-MM')`

/** Returns the number of sign-ups per month since `from`, not counting guests. */
export const signUpsByMonth = (db: Db, from: Date, zone: string) =>
  db
    .select({ month: monthOf(users.createdAt, zone), signUps: count() })
    .from(users)
    .where(and(isNotNull(users.email), gte(users.createdAt, from)))
    .groupBy(sql`1`)

/** Returns the number of trials started per month since `from`, and how many of those users have since had a plan. */
export const trialsByMonth = (db: Db, from: Date, zone: string) =>
  db
    .select({
      month: monthOf(subscriptions.freeTrialStarted, zone),
      trials: count(),
      turned: sql<number>`(count(*) filter (where ${subscriptions.status} in ('PROTEACHERACTIVE', 'PROTEACHEREXPIRED')))::int`,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(isNotNull(users.email), gte(subscriptions.freeTrialStarted, from)))
    .groupBy(sql`1`)

/** Returns the AI tokens used in each month. Months are in each user's own time zone. */
export const tokensByMonth = (db: Db, from: string) =>
  db
    .select({ month: aiMonths.month, aiTokens: sum(aiMonths.used).mapWith(Number) })
    .from(aiMonths)
    .where(gte(aiMonths.month, from))
    .groupBy(aiMonths.month)

/** Returns the number of users with a plan at `now`. */
export const subscribersNow = async (db: Db, now: Date): Promise<number> => {
  const [row] = await db
    .select({ count: count() })
    .from(subscriptions)
    .where(
      sql`${subscriptions.status} = 'PROTEACHERACTIVE' and (${subscriptions.planEndsAt} is null or ${subscriptions.planEndsAt} > ${now.toISOString()}::timestamptz)`,
    )
  return row?.count ?? 0
}

const BEGINS = ['plan.begun', 'plan.granted'] as const
const ENDS = ['plan.ended', 'plan.withdrawn'] as const

/**
 * Returns the net change in subscribers per month, according to the audit log. Adds users who started or were granted a plan and didn't
 * have one before. Subtracts users whose plan ended or who deleted their account while they had one.
 */
export const planChangesByMonth = (db: Db, zone: string): Promise<{ month: string; change: number }[]> => {
  const has = sql`case when ${inArray(auditLog.act, [...BEGINS])} then 1 else 0 end`
  // If a user has no earlier entry, the end of a plan implies that the user had one. The start of a plan or an account deletion implies
  // that the user didn't.
  const first = sql`case when ${inArray(auditLog.act, [...ENDS])} then 1 else 0 end`
  const had = sql`coalesce(lag(${has}) over (partition by ${auditLog.subjectId} order by ${auditLog.id}), ${first})`
  const steps = db
    .select({ at: auditLog.at, change: sql<number>`${has} - ${had}`.as('change') })
    .from(auditLog)
    .where(inArray(auditLog.act, [...BEGINS, ...ENDS, 'account.deleted']))
    .as('audit_log')
  return db
    .select({ month: monthOf(auditLog.at, zone), change: sql<number>`sum(${steps.change})::int` })
    .from(steps)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/** Returns the month of the first plan in the audit log, or null if the log doesn't have one. */
export const firstPlanMonth = async (db: Db, zone: string): Promise<string | null> => {
  const [row] = await db
    .select({ month: sql<string | null>`to_char(min(${auditLog.at}) at time zone ${zone}, 'YYYY-MM')` })
    .from(auditLog)
    .where(inArray(auditLog.act, [...BEGINS]))
  return row?.month ?? null
}

/** Returns the monthly counts that the job stored. */
export const activeByMonth = (db: Db, from: string) => db.select().from(activeTeachers).where(gte(activeTeachers.month, from))

/**
 * Counts the teachers active since the start of a month and stores the number. Includes teachers with a recently used session and teachers
 * who signed in and have since signed out. The stored number never decreases within its month.
 */
export const countActive = async (db: Db, month: string, from: Date): Promise<void> => {
  await db.execute(sql`
    insert into ${activeTeachers} (month, teachers)
    select ${month}, count(*)::int from (
      select ${sessions.userId} as id from ${sessions} where ${sessions.lastSeenAt} >= ${from.toISOString()}::timestamptz
      union
      select ${auditLog.actorId} from ${auditLog}
      where ${auditLog.act} in ('session.begun', 'account.created') and ${auditLog.at} >= ${from.toISOString()}::timestamptz
    ) active join ${users} on ${users.id} = active.id and ${users.email} is not null
    on conflict (month) do update set teachers = greatest(${activeTeachers.teachers}, excluded.teachers)`)
}
