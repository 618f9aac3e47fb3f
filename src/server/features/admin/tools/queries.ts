import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { schools, subscriptions, userRoles, users } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/**
 * Returns one page of an export: users in id order, starting after `after`. The rows contain nothing that users wrote except their names.
 */
export const peopleAfter = (db: Db, after: string | null, count: number) =>
  db
    .select({
      id: users.id,
      email: sql<string>`${users.email}`,
      displayName: users.displayName,
      createdAt: users.createdAt,
      status: subscriptions.status,
      freeTrialStarted: subscriptions.freeTrialStarted,
      planEndsAt: subscriptions.planEndsAt,
      grantedUntil: subscriptions.grantedUntil,
      aiFeatureFlag: subscriptions.aiFeatureFlag,
      aiEndsAt: subscriptions.aiEndsAt,
      aiGrantedUntil: subscriptions.aiGrantedUntil,
      referralCredits: subscriptions.referralCredits,
      isAdmin: userRoles.isAdmin,
      school: schools.name,
      isSchoolAdministrator: userRoles.schoolAdministration,
      lastSeenAt: sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions} where ${sessions.userId} = ${users.id})`.mapWith(
        sessions.lastSeenAt,
      ),
    })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(schools, eq(schools.id, userRoles.schoolId))
    .where(and(isNotNull(users.email), after === null ? undefined : gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(count)
export type ExportedRow = Awaited<ReturnType<typeof peopleAfter>>[number]

/** Returns the current grants of the users with these addresses, keyed by address. */
export const grantsByEmail = async (db: Db, emails: readonly string[]) => {
  const rows = await db
    .select({
      userId: users.id,
      email: sql<string>`${users.email}`,
      timezone: users.timezone,
      grantedUntil: subscriptions.grantedUntil,
      aiGrantedUntil: subscriptions.aiGrantedUntil,
    })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(sql`${users.email} in (select json_array_elements_text(${JSON.stringify(emails)}::json))`)
  return new Map(rows.map(({ email, ...grants }) => [email, grants]))
}
