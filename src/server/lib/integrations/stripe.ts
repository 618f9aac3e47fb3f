/**
 * The Stripe implementation of the payment service, using the official SDK. Loaded only if configured.
 *
 * 1. Every call finishes within ten seconds. The SDK retries with the same idempotency key.
 * 2. Calls return only the data we need, in our own types (payments.ts). Errors never contain user input.
 * 3. Signatures are checked against the real time, even if the app's clock is ahead.
 */
import Stripe from 'stripe'
import { PLAN_TYPES, type PlanType } from '#shared/billing/contract.ts'
import {
  type CustomerState,
  type OpenCheckout,
  type PaidInvoice,
  type PaidStatus,
  type PaidSubscription,
  type PaymentEvent,
  type Payments,
  PaymentsFailed,
  type Prices,
  type StripeSettings,
} from './payments.ts'

const TIMEOUT_MS = 10_000
const TOLERANCE_S = 300
/** Tolerated clock skew, in seconds. */
const AHEAD_S = 60
const PAGE = 100

const idOf = (link: string | { id: string } | null | undefined): string | null => (typeof link === 'string' ? link : (link?.id ?? null))
const instant = (seconds: number): Date => new Date(seconds * 1000)
const isMissing = (error: unknown): boolean => error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** Returns the result of a Stripe call, or throws after a timeout. */
const answerWithin = async <T>(timeoutMs: number, call: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PaymentsFailed('away', "Stripe didn't respond in time")), timeoutMs)
  })
  try {
    return await Promise.race([call, late])
  } catch (error) {
    if (error instanceof PaymentsFailed) throw error
    // Idempotency errors aren't refusals: the earlier request with that key may have succeeded.
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    const isRefused = [StripeCardError, StripeInvalidRequestError].some((kind) => error instanceof kind)
    const { type = 'error', code = '', statusCode = '' } = error instanceof Stripe.errors.StripeError ? error : {}
    throw new PaymentsFailed(isRefused ? 'refused' : 'away', `Stripe returned ${[type, code, statusCode].filter(Boolean).join(' ')}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}

const clientOf = ({ secretKey, apiBase, timeoutMs = TIMEOUT_MS }: StripeSettings): Stripe => {
  const base = apiBase === undefined ? undefined : new URL(apiBase)
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? '80' : '443'),
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })
}

/**
 * Returns a subscription's plan. If its price is no longer one of ours, returns the add-on if the metadata says so, or else the regular
 * plan for its billing interval.
 */
const planOf = (prices: Prices, price: Stripe.Price, metadata: Stripe.Metadata): PlanType =>
  PLAN_TYPES.find((plan) => prices[plan] === price.id) ??
  (metadata['planType'] === 'ai_addon' ? 'ai_addon' : price.recurring?.interval === 'year' ? 'yearly' : 'monthly')

/** Metadata key that marks a subscription canceled by {@link Payments.endWithPlan}. */
const ENDS_WITH_PLAN = 'endsWithPlan'

const subscriptionOf = (prices: Prices, subscription: Stripe.Subscription): PaidSubscription | undefined => {
  const item = subscription.items.data[0]
  if (!item) return undefined
  const periodEnd = instant(item.current_period_end)
  const endsAt = subscription.cancel_at ? instant(subscription.cancel_at) : subscription.cancel_at_period_end ? periodEnd : null
  return {
    id: subscription.id,
    status: subscription.status as PaidStatus,
    planType: planOf(prices, item.price, subscription.metadata),
    priceId: item.price.id,
    amount: (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    periodEnd,
    endsAt,
    endsWithPlan: ENDS_WITH_PLAN in subscription.metadata,
    latestInvoiceId: idOf(subscription.latest_invoice),
  }
}

const invoiceOf = (invoice: Stripe.Invoice, returned: ReadonlySet<string>): PaidInvoice | undefined => {
  if (!invoice.id) return undefined
  const intents = (invoice.payments?.data ?? []).map(({ payment }) => idOf(payment.payment_intent))
  return {
    id: invoice.id,
    number: invoice.number,
    status: (invoice.status ?? 'draft') as PaidInvoice['status'],
    amountPaid: invoice.amount_paid,
    currency: invoice.currency,
    createdAt: instant(invoice.created),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    isReturned: intents.some((intent) => intent !== null && returned.has(intent)),
  }
}

/** Matches event types that may change a customer's state, by prefix. */
const OURS = /^(?:customer\.subscription|checkout\.session|invoice|charge|refund)\./

/** Dependencies that all calls share. `within` enforces the call timeout. */
type Api = { stripe: Stripe; settings: StripeSettings; within: <T>(call: Promise<T>) => Promise<T> }

const stateCalls = ({ stripe, settings: { prices }, within }: Api): Pick<Payments, 'stateOf'> => {
  /** Returns the payments that were refunded or lost in a dispute. A charge shows only that it is disputed, not the outcome. */
  const returnedOf = async (charges: readonly Stripe.Charge[]): Promise<Set<string>> => {
    const returned = charges.filter(({ refunded }) => refunded)
    for (const charge of charges.filter(({ disputed, refunded }) => disputed && !refunded)) {
      const disputes = await within(stripe.disputes.list({ charge: charge.id, limit: PAGE }))
      if (disputes.data.some(({ status }) => status === 'lost')) returned.push(charge)
    }
    return new Set(returned.flatMap(({ payment_intent }) => idOf(payment_intent) ?? []))
  }

  const stateOf = async (customer: string): Promise<CustomerState> => {
    const [subscriptions, invoices, charges] = await Promise.all([
      within(stripe.subscriptions.list({ customer, status: 'all', limit: PAGE })),
      within(stripe.invoices.list({ customer, limit: PAGE, expand: ['data.payments'] })),
      within(stripe.charges.list({ customer, limit: PAGE })),
    ])
    const returned = await returnedOf(charges.data)
    const cards = charges.data.flatMap(({ payment_method_details }) => payment_method_details?.card?.fingerprint ?? [])
    return {
      subscriptions: subscriptions.data.flatMap((each) => subscriptionOf(prices, each) ?? []),
      invoices: invoices.data.flatMap((each) => invoiceOf(each, returned) ?? []),
      cards: [...new Set(cards)],
    }
  }

  return {
    stateOf: (customerId) =>
      stateOf(customerId).catch((error: Error) => {
        if (isMissing(error.cause)) return { subscriptions: [], invoices: [], cards: [] }
        throw error
      }),
  }
}

const eventCalls = ({ stripe, settings: { webhookSecret, secretKey }, within }: Api): Pick<Payments, 'readEvent'> => {
  const isLive = /^(?:sk|rk)_live_/.test(secretKey)

  const customerOf = async (object: unknown): Promise<string | null> => {
    const { customer, charge } = object as { customer?: string | { id: string } | null; charge?: string | { id: string } | null }
    const charged = idOf(charge)
    // A dispute references only the charge, not the customer.
    return idOf(customer) ?? (charged === null ? null : idOf((await within(stripe.charges.retrieve(charged))).customer))
  }

  return {
    readEvent: async (body, signature = ''): Promise<PaymentEvent | undefined> => {
      const forged = (why: string) => new PaymentsFailed('refused', why)
      let event: Stripe.Event
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_S)
      } catch {
        throw forged("The signature isn't valid")
      }
      // The SDK accepts timestamps in the future, and uses the last one if there are several.
      const stamp = Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1])
      if (!(stamp <= Date.now() / 1000 + AHEAD_S)) throw forged('The signature is from the future')
      if (event.livemode !== isLive) throw forged("The event and the key aren't both live or both test")
      if (!OURS.test(event.type)) return undefined
      // Only Stripe can sign with our secret, and its events always have an object.
      if (!event.data?.object) throw forged('The event has no object')
      const customerId = await customerOf(event.data.object)
      if (customerId === null) return undefined
      const { id } = event
      if (!event.type.startsWith('checkout.session.')) return { id, customerId, isRenewalNear: event.type === 'invoice.upcoming' }
      const session = event.data.object as Stripe.Checkout.Session
      return { id, customerId, checkout: { id: session.id, isPaid: session.status === 'complete' } }
    },
  }
}

const sessionOf = ({ id, url, status }: Stripe.Checkout.Session): OpenCheckout => ({
  id,
  url,
  status: (status ?? 'expired') as OpenCheckout['status'],
})

type CheckoutCalls = Pick<Payments, 'couponOf' | 'openCheckout' | 'openCheckoutsOf' | 'checkoutOf' | 'closeCheckout'>

const checkoutCalls = ({ stripe, within }: Api): CheckoutCalls => ({
  couponOf: async (code) => (await within(stripe.promotionCodes.list({ code, active: true, limit: 1 }))).data[0]?.id,

  openCheckout: async ({ customerId, priceId, planType, coupon, successUrl, cancelUrl }, idempotencyKey) =>
    sessionOf(
      await within(
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: idempotencyKey,
            line_items: [{ price: priceId, quantity: 1 }],
            success_url: successUrl,
            cancel_url: cancelUrl,
            subscription_data: { metadata: { planType } },
            ...(coupon !== null && { discounts: [{ promotion_code: coupon }] }),
          },
          { idempotencyKey },
        ),
      ),
    ),

  openCheckoutsOf: async (customer) => {
    const open = within(stripe.checkout.sessions.list({ customer, status: 'open', limit: PAGE })).catch((error: Error) => {
      if (isMissing(error.cause)) return { data: [] }
      throw error
    })
    return (await open).data.map(({ id, client_reference_id }) => ({ id, key: client_reference_id }))
  },

  checkoutOf: async (id) => sessionOf(await within(stripe.checkout.sessions.retrieve(id))),

  closeCheckout: async (id) => {
    const closing = within(stripe.checkout.sessions.expire(id)).catch((error: PaymentsFailed) => {
      if (error.reason !== 'refused') throw error
      // The session is already paid or expired.
      return within(stripe.checkout.sessions.retrieve(id))
    })
    return sessionOf(await closing)
  },
})

type CustomerCalls = Pick<Payments, 'addCustomer' | 'forgetCustomer' | 'endWithPlan' | 'portal' | 'addCredit'>

const customerCalls = ({ stripe, within }: Api): CustomerCalls => ({
  addCustomer: async ({ userId, email }, idempotencyKey) =>
    (await within(stripe.customers.create({ ...(email !== null && { email }), metadata: { userId } }, { idempotencyKey }))).id,

  forgetCustomer: async (customerId) => {
    await within(stripe.customers.del(customerId)).catch((error: Error) => {
      if (!isMissing(error.cause)) throw error
    })
  },

  endWithPlan: async (subscriptionId, isEnding) => {
    // Stripe deletes a metadata key if its value is empty.
    const metadata = { [ENDS_WITH_PLAN]: isEnding ? 'yes' : '' }
    await within(stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isEnding, metadata }))
  },

  portal: async (customer, return_url) => (await within(stripe.billingPortal.sessions.create({ customer, return_url }))).url,

  addCredit: async (customerId, { id, amount }) => {
    // Stripe's idempotency keys expire after a day, but the credit itself doesn't.
    const given = await within(stripe.customers.listBalanceTransactions(customerId, { limit: PAGE }))
    if (given.data.some(({ metadata }) => metadata?.['credit'] === id)) return
    const params = { amount: -amount, currency: 'usd', description: 'Referral credit', metadata: { credit: id } }
    await within(stripe.customers.createBalanceTransaction(customerId, params, { idempotencyKey: `credit-${id}` }))
  },
})

export const openStripe = (settings: StripeSettings): Payments => {
  const { prices, apiBase, timeoutMs = TIMEOUT_MS } = settings
  const api: Api = { stripe: clientOf(settings), settings, within: (call) => answerWithin(timeoutMs, call) }
  return {
    origin: apiBase === undefined ? 'https://checkout.stripe.com' : new URL(apiBase).origin,
    prices,
    ...stateCalls(api),
    ...eventCalls(api),
    ...checkoutCalls(api),
    ...customerCalls(api),
  }
}
