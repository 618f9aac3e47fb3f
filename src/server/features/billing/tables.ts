import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'
import type { PaidInvoice, PaidStatus } from '#server/lib/integrations/payments.ts'
import type { PlanType } from '#shared/billing/contract.ts'

const instant = () => timestamp({ withTimezone: true })
const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Stripe customer ids. */
export const billingCustomers = pgTable('billing_customers', {
  userId: userId().primaryKey(),
  customerId: text().notNull().unique('billing_customers_customer_id_unique'),
  /**
   * The number of requests sent for the customer's state (`asked`), and the number of the latest request whose response was stored
   * (`answered`). Responses to earlier requests are dropped.
   */
  asked: bigint({ mode: 'number' }).notNull().default(0),
  answered: bigint({ mode: 'number' }).notNull().default(0),
})

/** Subscriptions as last reported by Stripe, including ended ones. */
export const billingSubscriptions = pgTable(
  'billing_subscriptions',
  {
    id: text().primaryKey(),
    userId: userId(),
    status: text().$type<PaidStatus>().notNull(),
    planType: text().$type<PlanType>().notNull(),
    priceId: text().notNull(),
    /** In cents per interval. */
    amount: integer().notNull(),
    interval: text().$type<'month' | 'year'>().notNull(),
    periodEnd: instant().notNull(),
    /** When the subscription ends for good, if known. */
    endsAt: instant(),
    /** For the add-on only: we canceled it because its trial or plan ended. */
    endsWithPlan: boolean().notNull().default(false),
    latestInvoiceId: text(),
  },
  (table) => [index('billing_subscriptions_by_user').on(table.userId)],
)

export const billingInvoices = pgTable(
  'billing_invoices',
  {
    id: text().primaryKey(),
    userId: userId(),
    number: text(),
    status: text().$type<PaidInvoice['status']>().notNull(),
    /** In cents. */
    amountPaid: integer().notNull(),
    currency: text().notNull(),
    createdAt: instant().notNull(),
    subscriptionId: text(),
    /** Fully refunded or charged back. */
    isReturned: boolean().notNull(),
  },
  (table) => [index('billing_invoices_by_user').on(table.userId)],
)

/** Applied Stripe events. */
export const billingEvents = pgTable('billing_events', { id: text().primaryKey(), at: instant().notNull() }, (table) => [
  index('billing_events_by_age').on(table.at),
])

/**
 * Discount codes used by deleted accounts, as keyed hashes of email address and code. Kept for twelve months, so that a user can't reuse a
 * code after signing up again.
 */
export const pastCoupons = pgTable('past_coupons', { fingerprint: text().primaryKey(), deletedAt: instant().notNull() }, (table) => [
  index('past_coupons_by_age').on(table.deletedAt),
])

/** Checkout pages in Stripe, open or paid. A user has at most one open page for a plan and one for the add-on. */
export const billingCheckouts = pgTable(
  'billing_checkouts',
  {
    /** Also the idempotency key for opening the page in Stripe. */
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    kind: text().$type<'plan' | 'ai'>().notNull(),
    priceId: text().notNull(),
    /** Stripe's id for the discount code. */
    coupon: text(),
    /** Stripe's id for the page. Null until Stripe has responded. */
    sessionId: text().unique('billing_checkouts_session_id_unique'),
    openedAt: instant().notNull(),
    paidAt: instant(),
  },
  (table) => [
    uniqueIndex('billing_checkouts_one_open').on(table.userId, table.kind).where(sql`${table.paidAt} is null`),
    uniqueIndex('billing_checkouts_coupon_once').on(table.userId, table.coupon).where(sql`${table.coupon} is not null`),
  ],
)
