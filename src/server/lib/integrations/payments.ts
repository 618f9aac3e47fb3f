/** The interface of a payment service. The real one is Stripe (stripe.ts); unit tests have an in-memory one. */
import type { PlanType } from '#shared/billing/contract.ts'

/** Price ids by plan. Without an AI price, the add-on isn't sold. */
export type Prices = { monthly: string; yearly: string; ai_addon?: string | undefined }

/** How to reach Stripe. Without `apiBase`, it is Stripe itself. */
export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  apiBase?: string | undefined
  prices: Prices
  /** Timeout of a call including its retries, ten seconds by default. */
  timeoutMs?: number
}

/** Stripe's statuses: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export type PaidStatus = 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused'

export type PaidSubscription = {
  id: string
  status: PaidStatus
  /** The plan that it was sold as, if its price is no longer sold. */
  planType: PlanType
  priceId: string
  /** In cents per interval. */
  amount: number
  interval: 'month' | 'year'
  /** End of the period that was last paid for. */
  periodEnd: Date
  /** When it ends for good, if that is settled. */
  endsAt: Date | null
  /** Marked by {@link Payments.endWithPlan}. */
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
  /** The whole payment was returned: refunded in full, or lost in a dispute. */
  isReturned: boolean
}

/** The current state of a customer, which decides what they are entitled to. */
export type CustomerState = {
  subscriptions: PaidSubscription[]
  invoices: PaidInvoice[]
  /** Card fingerprints, the same for a card whichever customer uses it. */
  cards: string[]
}

/** A webhook event. It only reports that something happened; the resulting state is read from the service. */
export type PaymentEvent = { id: string; customerId: string; checkout?: { id: string; isPaid: boolean }; isRenewalNear?: boolean }

type Checkout = {
  customerId: string
  priceId: string
  planType: PlanType
  /** The id of a code, from {@link Payments.couponOf}. */
  coupon: string | null
  successUrl: string
  cancelUrl: string
}
export type OpenCheckout = { id: string; url: string | null; status: 'open' | 'complete' | 'expired' }

/** Calls end within ten seconds, and fail with {@link PaymentsFailed}. Calls that create something take an idempotency key. */
export type Payments = {
  /** Origin of the payment pages, to which calls may redirect. */
  readonly origin: string
  readonly prices: Prices
  /**
   * Returns the event in a signed body, or undefined if it doesn't concern us. Throws `PaymentsFailed` ('refused') for a forged, old, early
   * or wrong-mode one.
   */
  readEvent: (body: Buffer, signature: string | undefined) => Promise<PaymentEvent | undefined>
  /** Returns a customer's current state, which is empty if the customer has been deleted. */
  stateOf: (customerId: string) => Promise<CustomerState>
  /** Creates a customer and returns their id. */
  addCustomer: (person: { userId: string; email: string | null }, key: string) => Promise<string>
  /** Deletes a customer, which ends all their subscriptions immediately. Does nothing if they are already deleted. */
  forgetCustomer: (customerId: string) => Promise<void>
  /** Returns the id of a valid discount code, or undefined for any other. */
  couponOf: (code: string) => Promise<string | undefined>
  openCheckout: (checkout: Checkout, key: string) => Promise<OpenCheckout>
  checkoutOf: (id: string) => Promise<OpenCheckout>
  /** Returns a customer's open checkout pages, each with the key under which it was created. Returns none for a deleted customer. */
  openCheckoutsOf: (customerId: string) => Promise<{ id: string; key: string | null }[]>
  /** Closes a checkout page so that it can no longer be paid. Returns its state: expired, or complete if it has been paid before. */
  closeCheckout: (id: string) => Promise<OpenCheckout>
  /** Cancels a subscription at the end of its period and marks that we did. With `isEnding` false, lets it renew and removes the mark. */
  endWithPlan: (subscriptionId: string, isEnding: boolean) => Promise<void>
  /** Returns the address of the customer's billing portal. */
  portal: (customerId: string, returnUrl: string) => Promise<string>
  /** Credits this many cents toward the customer's next payment, once per id, however long ago that was. */
  addCredit: (customerId: string, credit: { id: string; amount: number }) => Promise<void>
}

/** A failed call of the payment service: the service is unavailable or broken (`away`), or it rejected the request (`refused`). */
export class PaymentsFailed extends Error {
  override name = 'PaymentsFailed'
  readonly reason: 'away' | 'refused'
  constructor(reason: 'away' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
