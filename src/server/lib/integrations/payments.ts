/** The payment service interface. The real implementation is Stripe (stripe.ts). Unit tests use an in-memory implementation. */
import type { PlanType } from '#shared/billing/contract.ts'

/** Price ids by plan. Without an AI price, the add-on isn't for sale. */
export type Prices = { monthly: string; yearly: string; ai_addon?: string | undefined }

/** Connection settings for Stripe. `apiBase` overrides the default Stripe API URL. */
export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  apiBase?: string | undefined
  prices: Prices
  /** Timeout for a call, including its retries. Ten seconds by default. */
  timeoutMs?: number
}

/** Stripe's statuses: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export type PaidStatus = 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused'

export type PaidSubscription = {
  id: string
  status: PaidStatus
  /** If the subscription's price is no longer for sale, the plan that it was sold as. */
  planType: PlanType
  priceId: string
  /** In cents per interval. */
  amount: number
  interval: 'month' | 'year'
  /** End of the last paid period. */
  periodEnd: Date
  /** When the subscription ends permanently, if that is known. */
  endsAt: Date | null
  /** True if {@link Payments.endWithPlan} canceled the subscription. */
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
  /** True if the whole payment was refunded or lost in a dispute. */
  isReturned: boolean
}

/** A customer's current state, which determines their entitlements. */
export type CustomerState = {
  subscriptions: PaidSubscription[]
  invoices: PaidInvoice[]
  /** Card fingerprints. A card has the same fingerprint for every customer who uses it. */
  cards: string[]
}

/** A webhook event. It only reports that something changed. The resulting state is fetched from the payment service. */
export type PaymentEvent = { id: string; customerId: string; checkout?: { id: string; isPaid: boolean }; isRenewalNear?: boolean }

type Checkout = {
  customerId: string
  priceId: string
  planType: PlanType
  /** A discount code's id, from {@link Payments.couponOf}. */
  coupon: string | null
  successUrl: string
  cancelUrl: string
}
export type OpenCheckout = { id: string; url: string | null; status: 'open' | 'complete' | 'expired' }

/** Calls finish within ten seconds and throw {@link PaymentsFailed} on failure. Calls that create something take an idempotency key. */
export type Payments = {
  /** Origin of the payment pages that calls may redirect to. */
  readonly origin: string
  readonly prices: Prices
  /**
   * Returns the event from a signed body, or undefined if it isn't relevant to us. Throws `PaymentsFailed` ('refused') if the event is
   * forged, its timestamp is too old or in the future, or it's from the wrong mode (live or test).
   */
  readEvent: (body: Buffer, signature: string | undefined) => Promise<PaymentEvent | undefined>
  /** Returns a customer's current state, which is empty if the customer has been deleted. */
  stateOf: (customerId: string) => Promise<CustomerState>
  /** Creates a customer and returns their id. */
  addCustomer: (person: { userId: string; email: string | null }, key: string) => Promise<string>
  /** Deletes a customer, which ends all their subscriptions immediately. Does nothing if the customer is already deleted. */
  forgetCustomer: (customerId: string) => Promise<void>
  /** Returns a discount code's id, or undefined if the code isn't valid. */
  couponOf: (code: string) => Promise<string | undefined>
  openCheckout: (checkout: Checkout, key: string) => Promise<OpenCheckout>
  checkoutOf: (id: string) => Promise<OpenCheckout>
  /**
   * Returns a customer's open checkout sessions, each with the idempotency key it was created with. Returns an empty array for a deleted
   * customer.
   */
  openCheckoutsOf: (customerId: string) => Promise<{ id: string; key: string | null }[]>
  /**
   * Expires a checkout session so that it can no longer be paid. Returns its state: expired, or complete if the customer had already paid.
   */
  closeCheckout: (id: string) => Promise<OpenCheckout>
  /**
   * Cancels a subscription at the end of its period and marks it as canceled by us. If `isEnding` is false, lets it renew and removes the
   * mark.
   */
  endWithPlan: (subscriptionId: string, isEnding: boolean) => Promise<void>
  /** Returns the URL of the customer's billing portal. */
  portal: (customerId: string, returnUrl: string) => Promise<string>
  /** Credits this many cents toward the customer's next payment. Each id is credited only once, no matter how long ago. */
  addCredit: (customerId: string, credit: { id: string; amount: number }) => Promise<void>
}

/** A failed call to the payment service. `away`: the service is unavailable or broken. `refused`: it rejected the request. */
export class PaymentsFailed extends Error {
  override name = 'PaymentsFailed'
  readonly reason: 'away' | 'refused'
  constructor(reason: 'away' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
