/** The Stripe stand-in's data, clock and event log. */
import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { missing } from './refusal.ts'

export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

export type StoredEvent = Pick<Stripe.Event, 'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'request'> & {
  type: Stripe.Event.Type
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
}

const emptyTables = () => ({
  customers: new Map<string, Stripe.Customer | Stripe.DeletedCustomer>(),
  balanceTransactions: new Map<string, Stripe.CustomerBalanceTransaction>(),
  products: new Map<string, Stripe.Product>(),
  prices: new Map<string, Stripe.Price>(),
  coupons: new Map<string, Stripe.Coupon>(),
  promotionCodes: new Map<string, Stripe.PromotionCode>(),
  discounts: new Map<string, Stripe.Discount>(),
  paymentMethods: new Map<string, Stripe.PaymentMethod>(),
  sessions: new Map<string, Stripe.Checkout.Session>(),
  /** Line items by checkout session id. */
  lineItems: new Map<string, Stripe.LineItem[]>(),
  /** Metadata for a checkout session's subscription, by session id. */
  subscriptionMetadata: new Map<string, Stripe.Metadata>(),
  portals: new Map<string, Stripe.BillingPortal.Session>(),
  subscriptions: new Map<string, Stripe.Subscription>(),
  invoices: new Map<string, Stripe.Invoice>(),
  invoicePayments: new Map<string, Stripe.InvoicePayment>(),
  paymentIntents: new Map<string, Stripe.PaymentIntent>(),
  charges: new Map<string, Stripe.Charge>(),
  refunds: new Map<string, Stripe.Refund>(),
  disputes: new Map<string, Stripe.Dispute>(),
  events: new Map<string, StoredEvent>(),
  /** Renewals announced with `invoice.upcoming`, by subscription and end of the period. */
  announced: new Map<string, true>(),
})
export type Tables = ReturnType<typeof emptyTables>

export class World {
  readonly tables: Tables = emptyTables()
  /** How many seconds the stand-in is ahead of the clock. */
  ahead = 0
  /** The origin of the stand-in's pages. */
  origin = ''
  /** Returns where webhook events are sent. */
  webhookUrl = (): string | undefined => undefined
  /** The current call, or null for a change that wasn't caused by a call. */
  request: { id: string | null; idempotency_key: string | null } | null = null
  private isQuiet = false
  private readonly heard: (event: StoredEvent) => void
  private readonly clock: () => number

  constructor(clock: () => number, heard: (event: StoredEvent) => void) {
    this.clock = clock
    this.heard = heard
  }

  /** Returns the time in seconds, like Stripe's timestamps. */
  now(): number {
    return Math.floor(this.clock() / 1000) + this.ahead
  }

  /** Returns a new id with Stripe's prefix for the object type. */
  id(prefix: string): string {
    return `${prefix}_${[...randomBytes(24)].map((byte) => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[byte % 62]).join('')}`
  }

  /** Emits an event with the object's current state. */
  emit(type: Stripe.Event.Type, object: object, previous?: Record<string, unknown>): void {
    if (this.isQuiet) return
    const event: StoredEvent = {
      id: this.id('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(),
      data: { object: copyOf(object), ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 1,
      request: this.request ?? { id: null, idempotency_key: null },
      type,
    }
    this.tables.events.set(event.id, event)
    this.heard(event)
  }

  /** Runs `work` without emitting events. */
  quietly<T>(work: () => T): T {
    this.isQuiet = true
    try {
      return work()
    } finally {
      this.isQuiet = false
    }
  }

  /** Changes an object and emits an event with the previous values. Doesn't emit an event if no value changes. */
  change<T extends object>(type: Stripe.Event.Type, object: T, change: Partial<T>): void {
    const before = copyOf(object) as Record<string, unknown>
    Object.assign(object, change)
    const changed = Object.keys(change).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(object[name as keyof T]))
    if (changed.length > 0) this.emit(type, object, Object.fromEntries(changed.map((name) => [name, before[name] ?? null])))
  }
}

/** Returns a deep copy of an object via JSON. */
export const copyOf = <T>(object: T): T => JSON.parse(JSON.stringify(object)) as T

/** Returns the row with this id. `param` names the parameter that contains the id, and defaults to the one in the URL. */
export const found = <T>(table: Map<string, T>, noun: string, id: string, param?: string): T => {
  const row = table.get(id)
  if (!row) throw missing(noun, id, param)
  return row
}

/** Throws Stripe's error if a list call filters by an unknown customer. Deleted customers are allowed. */
export const checkCustomer = (world: World, id: string | undefined): void => {
  if (id !== undefined) found(world.tables.customers, 'customer', id, 'customer')
}

/** Returns a customer. Throws if the customer was deleted. */
export const customerOf = (world: World, id: string, param?: string): Stripe.Customer => {
  const customer = found(world.tables.customers, 'customer', id, param)
  if (customer.deleted) throw missing('customer', id, param)
  return customer
}

/** Returns the id of a linked object. Stored objects only contain ids, never other objects. */
export const idOf = (link: string | { id: string } | null | undefined): string => (typeof link === 'string' ? link : (link?.id ?? ''))
