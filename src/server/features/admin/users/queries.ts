import { and, desc, eq, gt, ilike, inArray, isNotNull, like, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { standingAt } from '#server/features/admin/queries.ts'
import { auditLog } from '#server/features/audit/tables.ts'
import { billingSubscriptions } from '#server/features/billing/tables.ts'
import { schools, subscriptions, userRoles, users } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import { aiMonths } from '#server/features/writing/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import type { SubscriptionStatus } from '#shared/accounts/contract.ts'
import type { UserOrder } from '#shared/admin/users/contract.ts'

const isListed = isNotNull(users.email)
/** A stable order for paging, covered by an index. */
const newestFirst = [desc(users.createdAt), desc(users.id)]

const lastSeenAt = sql`(select max(${sessions.lastSeenAt}) from ${sessions} where ${sessions.userId} = ${users.id})`
const activeFirst = [sql`${lastSeenAt} desc nulls last`, ...newestFirst]

/** Returns a condition on `users` for their trial or plan status at an instant. */
export const hasStatus = (status: SubscriptionStatus, now: Date): SQL => {
  const { subscriber, trial, expiredTrial } = standingAt(now)
  const condition = {
    TRIAL: trial,
    TRIALEXPIRED: expiredTrial,
    PROTEACHERACTIVE: subscriber,
    PROTEACHEREXPIRED: sql`not (${trial} or ${expiredTrial} or ${subscriber})`,
  }[status]
  return sql`${users.id} in (select ${subscriptions.userId} from ${subscriptions} where ${condition})`
}

export const countListed = async (db: Db, where?: SQL): Promise<number> =>
  (await first(db.select({ count: sql<number>`count(*)::int` }).from(users).where(and(isListed, where))))?.count ?? 0

const listed = {
  id: users.id,
  // Never null, because of `isListed`.
  email: sql<string>`${users.email}`,
  displayName: users.displayName,
  createdAt: users.createdAt,
  timezone: users.timezone,
  isAdmin: userRoles.isAdmin,
  status: subscriptions.status,
  freeTrialStarted: subscriptions.freeTrialStarted,
  planEndsAt: subscriptions.planEndsAt,
  aiFeatureFlag: subscriptions.aiFeatureFlag,
  aiEndsAt: subscriptions.aiEndsAt,
  referralCredits: subscriptions.referralCredits,
  schoolName: schools.name,
}
export type ListedRow = Awaited<ReturnType<typeof pageOf>>[number]

type Page = { limit: number; offset?: number; order?: UserOrder | undefined }

/**
 * Returns a page of the users who match `where`, newest first unless `order` says otherwise. A subquery finds the ids before the rows are
 * read. It's index-only for the newest users.
 */
const peopleWhere = (db: Db, where: SQL | undefined, { limit, offset = 0, order = 'newest' }: Page) => {
  const orderBy = order === 'active' ? activeFirst : newestFirst
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(and(isListed, where))
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
    .as('page')
  return db
    .select(listed)
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .leftJoin(schools, eq(schools.id, userRoles.schoolId))
    .orderBy(...orderBy)
}

export const pageOf = (db: Db, where: SQL | undefined, page: Required<Page>) => peopleWhere(db, where, page)

/** Returns the most recently created users whose email or name contains the search text. Wildcards in the text are matched literally. */
export const peopleWith = (db: Db, text: string, limit: number) => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return peopleWhere(db, or(like(users.email, pattern.toLowerCase()), ilike(users.displayName, pattern)), { limit })
}

/** Returns the AI tokens that these users used in these months. */
export const tokensIn = (db: Db, people: readonly string[], months: readonly string[]) =>
  db
    .select({ userId: aiMonths.userId, month: aiMonths.month, used: aiMonths.used, allowance: aiMonths.allowance })
    .from(aiMonths)
    .where(and(inArray(aiMonths.userId, [...people]), inArray(aiMonths.month, [...months])))

/** Returns a user's row in the list plus the details for the user's own page. */
export const personOf = (db: Db, userId: string) =>
  first(
    db
      .select({
        ...listed,
        isAddressConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
        hasPassword: sql<boolean>`${users.passwordHash} is not null`,
        hasGoogle: sql<boolean>`${users.googleId} is not null`,
        hasOidc: sql<boolean>`${users.oidcId} is not null`,
        grantedUntil: subscriptions.grantedUntil,
        aiGrantedUntil: subscriptions.aiGrantedUntil,
        schoolId: userRoles.schoolId,
      })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .leftJoin(schools, eq(schools.id, userRoles.schoolId))
      .where(and(eq(users.id, userId), isListed)),
  )

/** Returns a user's email, or undefined for guests and unknown ids. */
export const addressOf = async (db: Db, userId: string): Promise<string | undefined> =>
  (await first(db.select({ email: users.email }).from(users).where(eq(users.id, userId))))?.email ?? undefined

/** Returns when each of these users last used one of their current sessions. Users without sessions are omitted. */
export const lastSeenOf = (db: Db, people: readonly string[]) =>
  db
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .where(inArray(sessions.userId, [...people]))
    .groupBy(sessions.userId)

/** Returns the subscriptions of these users, without add-ons, the one that is paid for longest first. */
export const plansOf = (db: Db, people: readonly string[]) =>
  db
    .select({ userId: billingSubscriptions.userId, interval: billingSubscriptions.interval })
    .from(billingSubscriptions)
    .where(and(inArray(billingSubscriptions.userId, [...people]), ne(billingSubscriptions.planType, 'ai_addon')))
    .orderBy(desc(billingSubscriptions.periodEnd))

/** Returns true if a search by this admin has been logged since an instant. */
export const hasSearchedSince = async (db: Db, actorId: string, since: Date): Promise<boolean> =>
  (
    await db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(and(eq(auditLog.actorId, actorId), eq(auditLog.act, 'users.searched'), gt(auditLog.at, since)))
      .limit(1)
  ).length > 0

/** Returns the user ids of all platform admins. */
export const administrators = async (db: Db): Promise<string[]> => {
  const rows = await db.select({ userId: userRoles.userId }).from(userRoles).where(eq(userRoles.isAdmin, true))
  return rows.map(({ userId }) => userId)
}
