import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm'
import { billingSubscriptions } from '#server/features/billing/tables.ts'
import { mails } from '#server/features/mail/tables.ts'
import { subscriptions, userRoles, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

type Span = { after: Date; until: Date; most: number }

/**
 * Returns one page of users, ordered by id and starting after `last`, whose trial started in a given span and who haven't been notified
 * that it is ending. Skips platform admins, whose access never expires.
 */
export const trialsToTell = async (db: Db, { after, until, most }: Span, last?: string): Promise<string[]> => {
  const told = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, subscriptions.userId), eq(mails.kind, 'trial-ending')))
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .innerJoin(userRoles, eq(userRoles.userId, subscriptions.userId))
    .where(
      and(
        eq(userRoles.isAdmin, false),
        eq(subscriptions.status, 'TRIAL'),
        gt(subscriptions.freeTrialStarted, after),
        lte(subscriptions.freeTrialStarted, until),
        isNotNull(users.email),
        notExists(told),
        last === undefined ? undefined : gt(subscriptions.userId, last),
      ),
    )
    .orderBy(asc(subscriptions.userId))
    .limit(most)
  return rows.map(({ userId }) => userId)
}

/**
 * Returns one page of yearly plans, ordered by id and starting after `last`, that renew in a given span and whose owners haven't been
 * notified.
 */
export const renewalsToTell = async (db: Db, { after, until, most }: Span, last?: string) => {
  const about = sql<string>`${billingSubscriptions.id} || ' ' || extract(epoch from ${billingSubscriptions.periodEnd})::bigint`
  const told = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, billingSubscriptions.userId), eq(mails.kind, 'renewal'), eq(mails.about, about)))
  return db
    .select({ id: billingSubscriptions.id, userId: billingSubscriptions.userId, about })
    .from(billingSubscriptions)
    .where(
      and(
        eq(billingSubscriptions.status, 'active'),
        eq(billingSubscriptions.interval, 'year'),
        isNull(billingSubscriptions.endsAt),
        gt(billingSubscriptions.periodEnd, after),
        lte(billingSubscriptions.periodEnd, until),
        notExists(told),
        last === undefined ? undefined : gt(billingSubscriptions.id, last),
      ),
    )
    .orderBy(asc(billingSubscriptions.id))
    .limit(most)
}
