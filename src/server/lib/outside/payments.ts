/** What we need of a payment service. The real one is Stripe (stripe.ts); unit tests have one in memory. */
import type { PlanType } from '#shared/billing/contract.ts'

/** Ids of what may be bought, by what it is; without an AI price the add-on is not sold. */
export type Prices = { monthly: string; yearly: string; ai_addon?: string | undefined }

/** Where and how Stripe is reached; without `apiBase` it is Stripe itself. */
export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  apiBase?: string | undefined
  prices: Prices
  /** How long a call may take, its retries included; ten seconds where it is left out. */
  timeoutMs?: number
}

/** Stripe's own words: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export type PaidStatus = 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused'

export type PaidSubscription = {
  id: string
  status: PaidStatus
  /** Of a price that is no longer sold, what it was sold as. */
  planType: PlanType
  priceId: string
  /** In cents, for one interval. */
  amount: number
  interval: 'month' | 'year'
  /** When the period ends that was paid last. */
  periodEnd: Date
  /** When it ends for good, where that is settled. */
  endsAt: Date | null
  /** It bears the mark of {@link Payments.endWithPlan}. */
  endsWithPlan: boolean
  latestInvoiceId: string | null
}

export type PaidInvoice = {
  id: string
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  /** In cents. */
  amountPaid: number
  currency: string
  createdAt: Date
  subscriptionId: string | null
  /** All that was paid has gone back: refunded in full, or lost to a dispute. */
  isReturned: boolean
}

/** All that decides what a customer has, as it is now. */
export type CustomerState = {
  subscriptions: PaidSubscription[]
  invoices: PaidInvoice[]
  /** By which the same card is known again, whoever pays with it. */
  cards: string[]
}

/** What is said of something that has happened; what has become of it, the service is asked for. */
export type PaymentEvent = { id: string; customerId: string; checkout?: { id: string; isPaid: boolean }; isRenewalNear?: boolean }

type Checkout = {
  customerId: string
  priceId: string
  planType: PlanType
  /** The id of a code, as {@link Payments.couponOf} found it. */
  coupon: string | null
  successUrl: string
  cancelUrl: string
}
export type OpenCheckout = { id: string; url: string | null; status: 'open' | 'complete' | 'expired' }

/** Every call ends within ten seconds, and fails with {@link PaymentsFailed}. What makes something takes a key: done again with it, it is the same thing. */
export type Payments = {
  /** Where people pay, to which a call may send them. */
  readonly origin: string
  readonly prices: Prices
  /** Returns what a signed body says; undefined where that is nothing of ours. Throws `PaymentsFailed` ('refused') for a forged, old, early or wrong-mode one. */
  readEvent: (body: Buffer, signature: string | undefined) => Promise<PaymentEvent | undefined>
  /** Returns all that decides what a customer has; one who is gone has nothing. */
  stateOf: (customerId: string) => Promise<CustomerState>
  /** Makes a customer; returns their id. */
  addCustomer: (person: { userId: string; email: string | null }, key: string) => Promise<string>
  /** Ends all that a customer pays for, at once and for good. Done for one who is gone, it does nothing. */
  forgetCustomer: (customerId: string) => Promise<void>
  /** Returns the id of a discount code that holds; undefined for any other. */
  couponOf: (code: string) => Promise<string | undefined>
  openCheckout: (checkout: Checkout, key: string) => Promise<OpenCheckout>
  checkoutOf: (id: string) => Promise<OpenCheckout>
  /** Returns the pages where a customer can pay, each with the key under which it was opened; of one who is gone, none. */
  openCheckoutsOf: (customerId: string) => Promise<{ id: string; key: string | null }[]>
  /** Makes sure that nobody pays there any more. Returns how it is: expired, or complete where somebody has paid before. */
  closeCheckout: (id: string) => Promise<OpenCheckout>
  /** Cancels a subscription at the end of its period and marks it as canceled by us; or, with `isEnding` false, has it renew and takes the mark off. */
  endWithPlan: (subscriptionId: string, isEnding: boolean) => Promise<void>
  /** Returns the address of the customer's own page. */
  portal: (customerId: string, returnUrl: string) => Promise<string>
  /** Takes so many cents off what the customer pays next, once for each key, however long ago. */
  addCredit: (customerId: string, credit: { id: string; amount: number }) => Promise<void>
}

/** Why a call of the payment service failed: it is not there or broken, or it refuses what it was asked. */
export class PaymentsFailed extends Error {
  override name = 'PaymentsFailed'
  readonly reason: 'away' | 'refused'
  constructor(reason: 'away' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
