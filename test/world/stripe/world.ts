/** What the stand-in for Stripe keeps, the time that it keeps, and how it says that something has happened. */
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
  /** What a checkout session sells, by the session's id. */
  lineItems: new Map<string, Stripe.LineItem[]>(),
  /** What the subscription of a checkout session is to carry, by the session's id. */
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
  /** Renewals that `invoice.upcoming` has announced: subscription and end of the period. */
  announced: new Map<string, true>(),
})
export type Tables = ReturnType<typeof emptyTables>

export class World {
  readonly tables: Tables = emptyTables()
  /** Seconds by which the stand-in is ahead. */
  ahead = 0
  /** Where its pages are. */
  origin = ''
  /** What a call that is being done is known by; null where something happens by itself. */
  request: { id: string | null; idempotency_key: string | null } | null = null
  private isQuiet = false
  private readonly heard: (event: StoredEvent) => void
  private readonly clock: () => number

  constructor(clock: () => number, heard: (event: StoredEvent) => void) {
    this.clock = clock
    this.heard = heard
  }

  /** Returns the time in seconds, as Stripe writes it. */
  now(): number {
    return Math.floor(this.clock() / 1000) + this.ahead
  }

  /** Returns an id of its own, with Stripe's prefix for the noun. */
  id(prefix: string): string {
    return `${prefix}_${[...randomBytes(24)].map((byte) => 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'[byte % 62]).join('')}`
  }

  /** Says that something has happened, with the object as it is now. */
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

  /** Does something of which nobody is told. */
  quietly<T>(work: () => T): T {
    this.isQuiet = true
    try {
      return work()
    } finally {
      this.isQuiet = false
    }
  }

  /** Changes an object, and says what it was before. Nothing is said where nothing changes. */
  change<T extends object>(type: Stripe.Event.Type, object: T, change: Partial<T>): void {
    const before = copyOf(object) as Record<string, unknown>
    Object.assign(object, change)
    const changed = Object.keys(change).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(object[name as keyof T]))
    if (changed.length > 0) this.emit(type, object, Object.fromEntries(changed.map((name) => [name, before[name] ?? null])))
  }
}

/** Returns an object as it would be sent. */
export const copyOf = <T>(object: T): T => JSON.parse(JSON.stringify(object)) as T

/** Returns what has an id; `param` is where the id stood, the address unless told. */
export const found = <T>(table: Map<string, T>, noun: string, id: string, param?: string): T => {
  const row = table.get(id)
  if (!row) throw missing(noun, id, param)
  return row
}

/** Throws what Stripe answers where a list asks for the things of a customer whom it never had; a deleted one's can be listed. */
export const checkCustomer = (world: World, id: string | undefined): void => {
  if (id !== undefined) found(world.tables.customers, 'customer', id, 'customer')
}

/** Returns a customer who has not been deleted. */
export const customerOf = (world: World, id: string, param?: string): Stripe.Customer => {
  const customer = found(world.tables.customers, 'customer', id, param)
  if (customer.deleted) throw missing('customer', id, param)
  return customer
}

/** Returns the id of what is linked: objects are kept with the ids of others, never with the others in them. */
export const idOf = (link: string | { id: string } | null | undefined): string => (typeof link === 'string' ? link : (link?.id ?? ''))
