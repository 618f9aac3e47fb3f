import { and, desc, eq, gt, ilike, inArray, isNotNull, like, or, type SQL, sql } from 'drizzle-orm'
import { auditLog } from '#server/features/audit/tables.ts'
import { subscriptions, userRoles, users } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import { aiMonths } from '#server/features/writing/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'

const isListed = isNotNull(users.email)
/** A stable order for paging, covered by an index. */
const newestFirst = [desc(users.createdAt), desc(users.id)]

export const countListed = async (db: Db): Promise<number> =>
  (await first(db.select({ count: sql<number>`count(*)::int` }).from(users).where(isListed)))?.count ?? 0

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
}
export type ListedRow = Awaited<ReturnType<typeof pageOf>>[number]

type Page = { limit: number; offset?: number }

/** Returns a page of the users who match `where`, newest first. An index-only subquery finds the ids before the rows are read. */
const peopleWhere = (db: Db, where: SQL | undefined, { limit, offset = 0 }: Page) => {
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(and(isListed, where))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
    .as('page')
  return db
    .select(listed)
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .orderBy(...newestFirst)
}

export const pageOf = (db: Db, page: Required<Page>) => peopleWhere(db, undefined, page)

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
      .where(and(eq(users.id, userId), isListed)),
  )

/** Returns a user's email, or undefined for guests and unknown ids. */
export const addressOf = async (db: Db, userId: string): Promise<string | undefined> =>
  (await first(db.select({ email: users.email }).from(users).where(eq(users.id, userId))))?.email ?? undefined

/** Returns when a user last used one of their current sessions. */
export const lastSeenOf = async (db: Db, userId: string): Promise<Date | undefined> =>
  (
    await first(
      db
        .select({ lastSeenAt: sessions.lastSeenAt })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.lastSeenAt))
        .limit(1),
    )
  )?.lastSeenAt

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
