import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import { billingCustomers, billingSubscriptions } from '#server/features/billing/tables.ts'
import { subscriptions, userRoles } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** True if the owner's trial or plan has ended, so their add-on should end too. Platform admins need neither. */
const hasEnded = sql<boolean>`(${subscriptions.status} in ('TRIALEXPIRED', 'PROTEACHEREXPIRED') and not ${userRoles.isAdmin})`

const MOST = 200

/**
 * Returns up to 200 add-ons to change in Stripe, for one customer or for all customers. Includes add-ons that would renew after the trial
 * or plan has ended (`isEnding`), and add-ons with our marker whose owner has a plan again.
 */
export const unsettledAddOns = (db: Db, customerId?: string) =>
  db
    .select({ customerId: billingCustomers.customerId, subscriptionId: billingSubscriptions.id, isEnding: hasEnded })
    .from(billingSubscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.userId, billingSubscriptions.userId))
    .innerJoin(subscriptions, eq(subscriptions.userId, billingSubscriptions.userId))
    .innerJoin(userRoles, eq(userRoles.userId, billingSubscriptions.userId))
    .where(
      and(
        customerId === undefined ? undefined : eq(billingCustomers.customerId, customerId),
        eq(billingSubscriptions.planType, 'ai_addon'),
        notInArray(billingSubscriptions.status, ['canceled', 'incomplete', 'incomplete_expired']),
        sql`case when ${hasEnded} then ${billingSubscriptions.endsAt} is null else ${billingSubscriptions.endsWithPlan} end`,
      ),
    )
    .orderBy(asc(billingSubscriptions.id))
    .limit(MOST)
