import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { auditLog } from '#server/features/audit/tables.ts'
import { billingInvoices, billingSubscriptions } from '#server/features/billing/tables.ts'
import { subscriptions, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/** True if a column's value is in the given list. Passes the list as a single parameter. */
const isOneOf = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column}::text in (select json_array_elements_text(${JSON.stringify(values)}::json))`

/**
 * Locks users who have an email address until the end of the transaction, in a fixed order. Returns each user with their plan. The plans
 * are read in a second statement, because a statement that waited for a lock would still see the plan from before a concurrent grant.
 */
export const lockPlans = async (db: Db, userIds: readonly string[]) => {
  const hasAddress = and(isOneOf(users.id, userIds), sql`${users.email} is not null`)
  await db.select({ id: users.id }).from(users).where(hasAddress).orderBy(asc(users.id)).for('no key update')
  return db
    .select({ userId: users.id, timezone: users.timezone, plan: subscriptions })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(hasAddress)
}

export const paidOf = (db: Db, userIds: readonly string[]) =>
  db.select().from(billingSubscriptions).where(isOneOf(billingSubscriptions.userId, userIds))

/** Returns the ids of these users' invoices that were fully refunded or charged back. */
export const returnedOf = async (db: Db, userIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ id: billingInvoices.id })
    .from(billingInvoices)
    .where(and(billingInvoices.isReturned, isOneOf(billingInvoices.userId, userIds)))
  return new Set(rows.map(({ id }) => id))
}

type Plan = Pick<
  typeof subscriptions.$inferSelect,
  'userId' | 'status' | 'planEndsAt' | 'aiFeatureFlag' | 'aiEndsAt' | 'grantedUntil' | 'aiGrantedUntil'
>

/** Updates the plans of many users in one statement. */
export const updatePlans = (db: Db, plans: readonly Plan[]) =>
  db.execute(sql`
    update ${subscriptions} set status = given.status, plan_ends_at = given."planEndsAt", ai_feature_flag = given."aiFeatureFlag",
      ai_ends_at = given."aiEndsAt", granted_until = given."grantedUntil", ai_granted_until = given."aiGrantedUntil"
    from json_to_recordset(${JSON.stringify(plans)}::json) as given("userId" uuid, status text, "planEndsAt" timestamptz,
      "aiFeatureFlag" boolean, "aiEndsAt" timestamptz, "grantedUntil" date, "aiGrantedUntil" date)
    where ${subscriptions.userId} = given."userId"`)

/** Adds entries to the audit log in one statement. Expects a few hundred at most. */
export const recordMany = async (db: Db, rows: readonly (typeof auditLog.$inferInsert)[]): Promise<void> => {
  if (rows.length > 0) await db.insert(auditLog).values([...rows])
}
