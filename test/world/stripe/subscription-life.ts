/** A subscription's lifecycle: start, renewal, price change, failed payment, recovery and end. */
import type Stripe from 'stripe'
import { attachCard, type CardChoice, newCard } from './cards.ts'
import { newDiscount } from './discounts.ts'
import { collect, draftInvoice, finalize, type Line, paidFor, subscriptionOf } from './invoices.ts'
import { decimal, nameOf } from './prices.ts'
import { customerOf, found, idOf, type World } from './world.ts'

export const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => subscription.items.data[0]!

/**
 * Returns the time `count` price intervals after an anchor. Keeps the anchor's day of the month, or uses the month's last day if the month
 * is too short.
 */
const periodsAfter = (anchor: number, price: Stripe.Price, count: number): number => {
  const months = count * (price.recurring?.interval === 'year' ? 12 : 1)
  const at = new Date(anchor * 1000)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, lastDay))
  return Math.floor(at.getTime() / 1000)
}

const endOfPeriod = (anchor: number, price: Stripe.Price, start: number): number => {
  let count = 1
  while (periodsAfter(anchor, price, count) <= start) count++
  return periodsAfter(anchor, price, count)
}

const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: decimal(price.unit_amount ?? 0),
  billing_scheme: 'per_unit',
  created: price.created,
  currency: 'usd',
  interval: price.recurring?.interval ?? 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

type Beginning = {
  customer: Stripe.Customer
  price: Stripe.Price
  metadata: Stripe.Metadata
  discount: { coupon: string; promotionCode: string | null } | undefined
  session: string | null
}

const newSubscription = (world: World, { customer, price, metadata }: Beginning): Stripe.Subscription => {
  const now = world.now()
  const id = world.id('sub')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: world.id('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: now,
          current_period_end: endOfPeriod(now, price, now),
          current_period_start: now,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(price),
          price,
          quantity: 1,
          subscription: id,
          tax_rates: [],
        },
      ],
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  }
}

/** Returns an invoice line for an item's whole current period. */
const periodLine = (world: World, item: Stripe.SubscriptionItem): Line => ({
  item,
  amount: item.price.unit_amount ?? 0,
  description: `1 × ${nameOf(world, item.price)}`,
  start: item.current_period_start,
  end: item.current_period_end,
})

/** Starts a subscription. Its first invoice is paid immediately, because checkout has already tried the card. */
export const beginSubscription = (world: World, beginning: Beginning): Stripe.Subscription => {
  const subscription = newSubscription(world, beginning)
  world.tables.subscriptions.set(subscription.id, subscription)
  if (beginning.discount) subscription.discounts = [newDiscount(world, subscription, beginning.discount, beginning.session).id]
  world.emit('customer.subscription.created', subscription)
  const invoice = draftInvoice(world, subscription, 'subscription_create', [periodLine(world, itemOf(subscription))])
  finalize(world, invoice)
  const isPaid = collect(world, invoice, true)
  world.change('customer.subscription.updated', subscription, {
    latest_invoice: invoice.id,
    status: isPaid ? 'active' : 'incomplete',
    default_payment_method: customerOf(world, idOf(subscription.customer)).invoice_settings.default_payment_method,
    discounts: discountsAfter(world, subscription),
  })
  return subscription
}

/** Returns the discounts that still apply to the next invoice. */
const discountsAfter = (world: World, subscription: Stripe.Subscription) =>
  subscription.discounts.filter((link) => {
    const discount = found(world.tables.discounts, 'discount', idOf(link))
    const coupon = found(world.tables.coupons, 'coupon', idOf(discount.source.coupon))
    return coupon.duration !== 'once' && (discount.end === null || discount.end > itemOf(subscription).current_period_end)
  })

/** Tries to collect an invoice and updates the subscription: paid, past due, or canceled after the last retry. */
export const collectFor = (world: World, invoice: Stripe.Invoice): void => {
  const subscription = found(world.tables.subscriptions, 'subscription', subscriptionOf(invoice))
  const isPaid = collect(world, invoice)
  if (subscription.status === 'canceled') return
  if (isPaid) world.change('customer.subscription.updated', subscription, { status: 'active' })
  else if (invoice.next_payment_attempt === null) endSubscription(world, subscription, 'payment_failed')
  else world.change('customer.subscription.updated', subscription, { status: 'past_due' })
}

/** Starts the next period and drafts its invoice. */
export const renew = (world: World, subscription: Stripe.Subscription): Stripe.Invoice => {
  const item = itemOf(subscription)
  const start = item.current_period_end
  const next = {
    ...item,
    current_period_start: start,
    current_period_end: endOfPeriod(subscription.billing_cycle_anchor, item.price, start),
  }
  const invoice = draftInvoice(world, subscription, 'subscription_cycle', [periodLine(world, next)])
  world.change('customer.subscription.updated', subscription, {
    items: { ...subscription.items, data: [next] },
    latest_invoice: invoice.id,
    discounts: discountsAfter(world, { ...subscription, items: { ...subscription.items, data: [next] } }),
  })
  return invoice
}

/** Ends a subscription's period without moving the clock. The subscription then renews and is charged, or it ends. */
export const endPeriod = (world: World, subscription: Stripe.Subscription): void => {
  const item = itemOf(subscription)
  const gone = item.current_period_end - world.now()
  Object.assign(item, { current_period_start: item.current_period_start - gone, current_period_end: world.now() })
  Object.assign(subscription, { billing_cycle_anchor: world.now() })
  if (subscription.cancel_at_period_end) {
    endSubscription(world, subscription)
    return
  }
  const invoice = renew(world, subscription)
  finalize(world, invoice)
  collectFor(world, invoice)
}

/** Ends a subscription immediately and stops collecting its open invoices. */
export const endSubscription = (
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason = 'cancellation_requested',
): void => {
  for (const invoice of world.tables.invoices.values())
    if (subscriptionOf(invoice) === subscription.id && (invoice.status === 'open' || invoice.status === 'draft'))
      Object.assign(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null })
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? world.now(),
    ended_at: world.now(),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  })
  world.emit('customer.subscription.deleted', subscription)
}

/** Schedules a cancellation at the end of the period, or removes a scheduled one. */
export const cancelAtPeriodEnd = (world: World, subscription: Stripe.Subscription, isCancelled: boolean): Partial<Stripe.Subscription> => ({
  cancel_at_period_end: isCancelled,
  cancel_at: isCancelled ? itemOf(subscription).current_period_end : null,
  canceled_at: isCancelled ? world.now() : null,
  cancellation_details: {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: isCancelled ? 'cancellation_requested' : null,
  },
})

/** Switches a subscription to another price. A different interval starts a new period. Unused paid time is credited. */
export const switchTo = (world: World, subscription: Stripe.Subscription, price: Stripe.Price, prorates = true): void => {
  const item = itemOf(subscription)
  if (item.price.id === price.id) return
  const now = world.now()
  const next: Stripe.SubscriptionItem = {
    ...item,
    price,
    plan: planOf(price),
    current_period_start: now,
    current_period_end: endOfPeriod(now, price, now),
  }
  const unused = unusedOf(world, item, now)
  world.change('customer.subscription.updated', subscription, {
    items: { ...subscription.items, data: [next] },
    billing_cycle_anchor: now,
    ...(subscription.cancel_at_period_end && { cancel_at: next.current_period_end }),
  })
  const credit: Line = {
    item,
    amount: -unused,
    description: `Unused time on ${nameOf(world, item.price)}`,
    start: now,
    end: item.current_period_end,
    isProration: true,
  }
  const lines = [...(prorates && unused > 0 ? [credit] : []), periodLine(world, next)]
  const invoice = draftInvoice(world, subscription, 'subscription_update', lines)
  Object.assign(subscription, { latest_invoice: invoice.id })
  finalize(world, invoice)
  collectFor(world, invoice)
}

/** Returns the amount paid for the unused part of a period. */
const unusedOf = (world: World, item: Stripe.SubscriptionItem, now: number): number => {
  const lines = [...world.tables.invoices.values()].filter(({ status }) => status === 'paid').flatMap(({ lines: { data } }) => data)
  const line = lines.findLast(
    ({ parent, period, amount }) =>
      amount > 0 && parent?.subscription_item_details?.subscription_item === item.id && period.end === item.current_period_end,
  )
  const share = (item.current_period_end - now) / (item.current_period_end - item.current_period_start)
  return line ? Math.round(paidFor(line) * share) : 0
}

/** Gives a customer a new card and retries their open invoices. */
export const giveCard = (world: World, customer: Stripe.Customer, choice: CardChoice): void => {
  attachCard(world, customer, newCard(world, customer, choice))
  for (const subscription of world.tables.subscriptions.values())
    if (idOf(subscription.customer) === customer.id) subscription.default_payment_method = customer.invoice_settings.default_payment_method
  const open = [...world.tables.invoices.values()].filter((row) => row.customer === customer.id && row.next_payment_attempt !== null)
  for (const invoice of open) collectFor(world, invoice)
}
