import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'
import type { PaidInvoice, PaidStatus } from '#server/lib/outside/payments.ts'
import type { PlanType } from '#shared/billing/contract.ts'

const instant = () => timestamp({ withTimezone: true })
const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Who a person is at Stripe. */
export const billingCustomers = pgTable('billing_customers', {
  userId: userId().primaryKey(),
  customerId: text().notNull().unique('billing_customers_customer_id_unique'),
  /** How often Stripe was asked for what they have, and which of these answers was written down last: an older one is dropped. */
  asked: bigint({ mode: 'number' }).notNull().default(0),
  answered: bigint({ mode: 'number' }).notNull().default(0),
})

/** Subscriptions as Stripe last described them, also those that are over. */
export const billingSubscriptions = pgTable(
  'billing_subscriptions',
  {
    id: text().primaryKey(),
    userId: userId(),
    status: text().$type<PaidStatus>().notNull(),
    planType: text().$type<PlanType>().notNull(),
    priceId: text().notNull(),
    /** In cents, for one interval. */
    amount: integer().notNull(),
    interval: text().$type<'month' | 'year'>().notNull(),
    periodEnd: instant().notNull(),
    /** When it ends for good, where that is settled. */
    endsAt: instant(),
    /** Of the add-on: we canceled it because the trial or plan it belonged to had ended. */
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
    /** All that was paid has gone back. */
    isReturned: boolean().notNull(),
  },
  (table) => [index('billing_invoices_by_user').on(table.userId)],
)

/** Events of Stripe that have taken effect. */
export const billingEvents = pgTable('billing_events', { id: text().primaryKey(), at: instant().notNull() }, (table) => [
  index('billing_events_by_age').on(table.at),
])

/** Discount codes of people who have deleted their account, as keyed hashes of address and code, so that nobody uses one twice: kept for twelve months. */
export const pastCoupons = pgTable('past_coupons', { fingerprint: text().primaryKey(), deletedAt: instant().notNull() }, (table) => [
  index('past_coupons_by_age').on(table.deletedAt),
])

/** Pages at Stripe where something can be paid for, or was. A person has one open for a plan and one for the add-on. */
export const billingCheckouts = pgTable(
  'billing_checkouts',
  {
    /** The key under which Stripe opens it: asked for twice it is one. */
    id: uuid().primaryKey().defaultRandom(),
    userId: userId(),
    kind: text().$type<'plan' | 'ai'>().notNull(),
    priceId: text().notNull(),
    /** The id of the discount code at Stripe. */
    coupon: text(),
    /** Stripe's; null until it has answered. */
    sessionId: text().unique('billing_checkouts_session_id_unique'),
    openedAt: instant().notNull(),
    paidAt: instant(),
  },
  (table) => [
    uniqueIndex('billing_checkouts_one_open').on(table.userId, table.kind).where(sql`${table.paidAt} is null`),
    uniqueIndex('billing_checkouts_coupon_once').on(table.userId, table.coupon).where(sql`${table.coupon} is not null`),
  ],
)
