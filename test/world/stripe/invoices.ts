/** Invoices: a period's price minus the discount and the customer's credit. The rest is charged to the card. */
import type Stripe from 'stripe'
import { z } from 'zod'
import { addToBalance } from './balance.ts'
import { BLANK_INVOICE } from './blank-invoice.ts'
import { cardOf } from './cards.ts'
import { chargeCard } from './charges.ts'
import { endpoint, isWithin, listOf } from './endpoint.ts'
import { oneOf, pages, range, takes, text } from './parameters.ts'
import { amountOff } from './promotion-codes.ts'
import { checkCustomer, customerOf, found, idOf, type World } from './world.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Days to wait before each retry of a failed charge. If the last retry fails, the subscription ends. */
const RETRY_AFTER_DAYS = [3, 5, 7]

export type Line = { item: Stripe.SubscriptionItem; amount: number; description: string; start: number; end: number; isProration?: boolean }

const lineOf = (world: World, invoice: string, line: Line, discount: Stripe.Discount | undefined): Stripe.InvoiceLineItem => {
  const { item, amount, description, start, end, isProration = false } = line
  const coupon = discount && world.tables.coupons.get(idOf(discount.source.coupon))
  const off = coupon && amount > 0 && !isProration ? amountOff(coupon, amount) : 0
  return {
    id: world.id('il'),
    object: 'line_item',
    amount,
    currency: 'usd',
    description,
    discount_amounts: discount && off > 0 ? [{ amount: off, discount: discount.id }] : [],
    discountable: !isProration,
    discounts: discount && off > 0 ? [discount.id] : [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: null,
        subscription: item.subscription,
        subscription_item: item.id,
      },
    },
    period: { start, end },
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: item.price.id, product: idOf(item.price.product) },
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: null,
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  }
}

const takenOff = (line: Stripe.InvoiceLineItem): number => (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)

/** Returns the amount paid for a line: its price minus its discount. */
export const paidFor = (line: Stripe.InvoiceLineItem): number => line.amount - takenOff(line)

/**
 * Drafts an invoice for a subscription. As in Stripe, drafts wait an hour before they're finalized. The caller finalizes the first one
 * immediately.
 */
export const draftInvoice = (
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  wanted: Line[],
): Stripe.Invoice => {
  const id = world.id('in')
  const customer = customerOf(world, idOf(subscription.customer))
  const [discount] = subscription.discounts.map((link) => found(world.tables.discounts, 'discount', idOf(link)))
  const lines = wanted.map((line) => lineOf(world, id, line, discount))
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const off = lines.reduce((sum, line) => sum + takenOff(line), 0)
  const invoice: Stripe.Invoice = {
    ...structuredClone(BLANK_INVOICE),
    id,
    amount_due: Math.max(0, subtotal - off),
    amount_remaining: Math.max(0, subtotal - off),
    automatically_finalizes_at: world.now() + HOUR,
    billing_reason: reason,
    created: world.now(),
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    discounts: discount ? [discount.id] : [],
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    period_start: wanted[0]?.start ?? world.now(),
    period_end: wanted[0]?.end ?? world.now(),
    starting_balance: customer.balance,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total: subtotal - off,
    total_excluding_tax: subtotal - off,
    total_discount_amounts: discount && off > 0 ? [{ amount: off, discount: discount.id }] : [],
  }
  world.tables.invoices.set(id, invoice)
  world.emit('invoice.created', invoice)
  return invoice
}

/** Finalizes an invoice. The customer's credit is used first, and a negative total becomes credit. */
export const finalize = (world: World, invoice: Stripe.Invoice): void => {
  const customer = customerOf(world, idOf(invoice.customer))
  const before = customer.balance
  // A negative balance is credit, which a negative total increases.
  const used = Math.min(invoice.total, -before)
  const due = invoice.total - used
  if (used !== 0) addToBalance(world, customer, { amount: used, type: 'applied_to_invoice', invoice: invoice.id })
  const number = customer.next_invoice_sequence ?? 1
  Object.assign(customer, { next_invoice_sequence: number + 1 })
  world.change('invoice.finalized', invoice, {
    status: 'open',
    number: `${customer.invoice_prefix}-${String(number).padStart(4, '0')}`,
    starting_balance: before,
    ending_balance: customer.balance,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: world.now(),
    hosted_invoice_url: `${world.origin}/i/${invoice.id}`,
    status_transitions: { ...invoice.status_transitions, finalized_at: world.now() },
  })
}

/** Collects a finalized invoice. Returns true if it's paid. Otherwise, sets the time of the next retry on the invoice. */
export const collect = (world: World, invoice: Stripe.Invoice, isFirst = false): boolean => {
  const customer = customerOf(world, idOf(invoice.customer))
  const card = cardOf(world, customer)
  const [before] = [...world.tables.invoicePayments.values()].filter((row) => row.invoice === invoice.id)
  const intent = before && world.tables.paymentIntents.get(idOf(before.payment.payment_intent))
  const charge =
    invoice.amount_due > 0 && card ? chargeCard(world, { customer, card, amount: invoice.amount_due, isFirst, intent }) : undefined
  if (charge && !before) keepPayment(world, invoice, idOf(charge.payment_intent))
  if (invoice.amount_due > 0 && !charge?.paid) {
    const attempts = invoice.attempt_count + 1
    const days = RETRY_AFTER_DAYS[attempts - 1]
    Object.assign(invoice, {
      attempt_count: attempts,
      attempted: true,
      next_payment_attempt: days === undefined ? null : world.now() + days * DAY,
    })
    world.emit('invoice.payment_failed', invoice)
    world.change('customer.updated', customer, { delinquent: true })
    return false
  }
  for (const payment of world.tables.invoicePayments.values())
    if (payment.invoice === invoice.id && payment.status !== 'paid') {
      Object.assign(payment, {
        status: 'paid',
        amount_paid: invoice.amount_due,
        status_transitions: { canceled_at: null, paid_at: world.now() },
      })
      world.emit('invoice_payment.paid', payment)
    }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempt_count: invoice.attempt_count + (charge ? 1 : 0),
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: world.now() },
  })
  world.emit('invoice.paid', invoice)
  world.emit('invoice.payment_succeeded', invoice)
  if (customer.delinquent) world.change('customer.updated', customer, { delinquent: false })
  return true
}

const keepPayment = (world: World, invoice: Stripe.Invoice, intent: string): void => {
  const payment: Stripe.InvoicePayment = {
    id: world.id('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  world.tables.invoicePayments.set(payment.id, payment)
}

/** Returns the id of an invoice's subscription. */
export const subscriptionOf = (invoice: Stripe.Invoice): string => idOf(invoice.parent?.subscription_details?.subscription)

export const invoiceCalls = [
  endpoint(
    'GET',
    '/v1/invoices',
    takes<Stripe.InvoiceListParams>()({
      ...pages,
      customer: text.optional(),
      subscription: text.optional(),
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void').optional(),
      created: range.optional(),
    }),
    (world, { customer, subscription, status, created, ...page }) => {
      checkCustomer(world, customer)
      return listOf(
        '/v1/invoices',
        [...world.tables.invoices.values()].filter(
          (row) =>
            (customer === undefined || row.customer === customer) &&
            (subscription === undefined || subscriptionOf(row) === subscription) &&
            (status === undefined || row.status === status) &&
            isWithin(row.created, created),
        ),
        page,
      )
    },
  ),
  endpoint('GET', '/v1/invoices/:id', takes<Stripe.InvoiceRetrieveParams>()({}), (world, _, id = '') =>
    found(world.tables.invoices, 'invoice', id),
  ),
  endpoint(
    'GET',
    '/v1/invoice_payments',
    takes<Stripe.InvoicePaymentListParams>()({
      ...pages,
      invoice: text.optional(),
      payment: z.strictObject({ type: oneOf('payment_intent'), payment_intent: text }).optional(),
    }),
    (world, { invoice, payment, ...page }) =>
      listOf(
        '/v1/invoice_payments',
        [...world.tables.invoicePayments.values()].filter(
          (row) =>
            (invoice === undefined || row.invoice === invoice) &&
            (payment === undefined || row.payment.payment_intent === payment.payment_intent),
        ),
        page,
      ),
  ),
]
