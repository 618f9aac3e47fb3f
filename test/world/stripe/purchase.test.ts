/** Tests a subscription from the first payment to its end, and the events that Stripe sends. */
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CardChoice } from './cards.ts'
import { aSession, officialClient } from './client.ts'
import { listener } from './listener.ts'
import { type StripeStandIn, startStripe } from './start.ts'

let standIn: StripeStandIn
let stripe: Stripe
let heard: Awaited<ReturnType<typeof listener>>

beforeEach(async () => {
  heard = await listener()
  standIn = await startStripe({ webhookUrl: heard.url })
  stripe = officialClient(standIn)
})

afterEach(async () => {
  await standIn.close()
  await heard.close()
})

/** Returns the types of the events received since the last call. Checks each signature. */
const heardTypes = (): string[] => {
  const events = heard.events(stripe, standIn.webhookSecret)
  heard.forget()
  return events.map(({ type }) => type)
}

const subscriber = async (plan: keyof StripeStandIn['prices'], { card = 'good' as CardChoice, email = 'maya@firstbell.example' } = {}) => {
  const customer = await stripe.customers.create({ email })
  const session = await aSession(stripe, customer.id, standIn.prices[plan])
  await standIn.pay(session.id, card)
  const { data } = await stripe.subscriptions.list({ customer: customer.id, limit: 1 })
  heardTypes()
  return { customer: customer.id, subscription: data[0]! }
}

const now = (id: string) => stripe.subscriptions.retrieve(id)
const endOf = ({ items }: Stripe.Subscription) => items.data[0]!.current_period_end

test('a customer buys a year with a code, and every event of it arrives signed', async () => {
  const { data } = await stripe.promotionCodes.list({ code: 'spring25', active: true, limit: 1, expand: ['data.promotion.coupon'] })
  expect((data[0]!.promotion.coupon as Stripe.Coupon).percent_off).toBe(25)
  const customer = await stripe.customers.create({ email: 'maya@firstbell.example' })
  const session = await aSession(stripe, customer.id, standIn.prices.yearly, { discounts: [{ promotion_code: data[0]!.id }] })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_subtotal: 6000, amount_total: 4500, livemode: false })

  expect(await standIn.pay(session.url!)).toBe(`http://localhost/dashboard?session_id=${session.id}`)

  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription.latest_invoice', 'line_items'] })
  const subscription = paid.subscription as Stripe.Subscription
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    line_items: { data: [{ price: { id: standIn.prices.yearly } }] },
  })
  expect(subscription).toMatchObject({ status: 'active', customer: customer.id, metadata: { userId: '1' } })
  expect(endOf(subscription) - subscription.items.data[0]!.current_period_start).toBeGreaterThan(364 * 86_400)
  expect(subscription.latest_invoice).toMatchObject({ status: 'paid', total: 4500, amount_paid: 4500 })
  expect(heardTypes()).toEqual(
    expect.arrayContaining(['customer.subscription.created', 'invoice.paid', 'charge.succeeded', 'checkout.session.completed']),
  )
  await expect(standIn.pay(session.id)).rejects.toThrow('complete')
})

test('a declined card buys nothing, and another one can be tried', async () => {
  const customer = await stripe.customers.create({ email: 'maya@firstbell.example' })
  const session = await aSession(stripe, customer.id, standIn.prices.monthly)
  await expect(standIn.pay(session.id, 'declined')).rejects.toThrow('Your card was declined.')
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  await standIn.pay(session.id)
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1)
})

test('a code with one use is used once, even by two customers at the checkout', async () => {
  const [code] = (await stripe.promotionCodes.list({ code: 'ONLYONE' })).data
  const sessions: Stripe.Checkout.Session[] = []
  for (const email of ['a@firstbell.example', 'b@firstbell.example']) {
    const customer = await stripe.customers.create({ email })
    sessions.push(await aSession(stripe, customer.id, standIn.prices.monthly, { discounts: [{ promotion_code: code!.id }] }))
  }
  await standIn.pay(sessions[0]!.id)
  await expect(standIn.pay(sessions[1]!.id)).rejects.toThrow('no longer active')
  expect((await stripe.promotionCodes.list({ code: 'ONLYONE', active: true })).data).toEqual([])
  for (const used of ['USEDUP', 'EXPIRED']) expect((await stripe.promotionCodes.list({ code: used, active: true })).data).toEqual([])
})

test("another customer's card has the same fingerprint, and no one else's does", async () => {
  const maya = await subscriber('monthly')
  const sam = await subscriber('monthly', { card: { of: maya.customer }, email: 'sam@firstbell.example' })
  const kim = await subscriber('monthly', { email: 'kim@firstbell.example' })
  const fingerprints = await Promise.all(
    [maya, sam, kim].map(async ({ customer }) => (await stripe.customers.listPaymentMethods(customer)).data[0]!.card!.fingerprint),
  )
  expect(fingerprints[0]).toBe(fingerprints[1])
  expect(fingerprints[2]).not.toBe(fingerprints[0])
  const charges = await stripe.charges.list({ customer: maya.customer })
  expect(charges.data[0]!.payment_method_details!.card!.fingerprint).toBe(fingerprints[0])
})

test('a renewal is announced, uses the credit first and charges the card for the rest', async () => {
  const { customer, subscription } = await subscriber('monthly')
  await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd', description: 'A friend has paid' })
  await standIn.advance(32)
  const types = heardTypes()
  expect(types.indexOf('invoice.upcoming')).toBeGreaterThanOrEqual(0)
  expect(types.indexOf('invoice.created')).toBeGreaterThan(types.indexOf('invoice.upcoming'))
  expect(types.indexOf('invoice.paid')).toBeGreaterThan(types.indexOf('invoice.finalized'))
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id, limit: 1 })).data
  expect(invoice).toMatchObject({
    billing_reason: 'subscription_cycle',
    total: 800,
    starting_balance: -500,
    ending_balance: 0,
    amount_due: 300,
    amount_paid: 300,
    status: 'paid',
    parent: { subscription_details: { subscription: subscription.id } },
  })
  expect((await stripe.customers.retrieve(customer)) as Stripe.Customer).toMatchObject({ balance: 0 })
  expect((await stripe.customers.listBalanceTransactions(customer)).data.map(({ amount }) => amount)).toEqual([500, -500])
  expect(endOf(await now(subscription.id))).toBeGreaterThan(endOf(subscription))
})

test('credit added when the invoice is drafted is used for that invoice', async () => {
  const { customer, subscription } = await subscriber('monthly')
  heard.does(async (type) => {
    if (type === 'invoice.created') await stripe.customers.createBalanceTransaction(customer, { amount: -800, currency: 'usd' })
  })
  await standIn.advance(32)
  const [invoice] = (await stripe.invoices.list({ subscription: subscription.id, limit: 1 })).data
  expect(invoice).toMatchObject({ amount_due: 0, amount_paid: 0, status: 'paid' })
  expect((await stripe.charges.list({ customer })).data).toHaveLength(1)
})

test('a failed card is retried, and the subscription recovers with a good card', async () => {
  const { customer, subscription } = await subscriber('monthly', { card: 'failsLater' })
  await standIn.advance(32)
  expect(await now(subscription.id)).toMatchObject({ status: 'past_due' })
  expect(heardTypes()).toContain('invoice.payment_failed')
  const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data
  expect(open).toMatchObject({ attempt_count: 1, amount_remaining: 800 })
  await standIn.giveCard(customer, 'good')
  expect(await now(subscription.id)).toMatchObject({ status: 'active' })
  expect(heardTypes()).toEqual(expect.arrayContaining(['invoice.paid', 'customer.subscription.updated']))
  expect((await stripe.invoices.list({ customer, status: 'open' })).data).toEqual([])
})

test('a card that keeps failing ends the subscription', async () => {
  const { subscription } = await subscriber('monthly', { card: 'failsLater' })
  await standIn.advance(32 + 16)
  expect(await now(subscription.id)).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  const types = heardTypes()
  expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4)
  expect(types.at(-1)).toBe('customer.subscription.deleted')
})

test('canceling at the end keeps the subscription until then, and can be reversed', async () => {
  const { customer, subscription } = await subscriber('monthly')
  const cancelled = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(cancelled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: endOf(subscription) })
  expect(await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })).toMatchObject({ cancel_at: null })
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await standIn.advance(32)
  expect(await now(subscription.id)).toMatchObject({ status: 'canceled', ended_at: endOf(subscription) })
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([])
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1)
  expect((await stripe.charges.list({ customer })).data).toHaveLength(1)
})

test('the period of one subscription can be ended without moving the clock', async () => {
  const maya = await subscriber('monthly')
  const sam = await subscriber('monthly', { email: 'sam@firstbell.example' })
  await standIn.endPeriod(maya.subscription.id)
  expect((await stripe.charges.list({ customer: maya.customer })).data).toHaveLength(2)
  expect((await stripe.charges.list({ customer: sam.customer })).data).toHaveLength(1)
  expect(endOf(await now(maya.subscription.id))).toBeGreaterThan(standIn.now() + 27 * 86_400)
  await stripe.subscriptions.update(maya.subscription.id, { cancel_at_period_end: true })
  await standIn.endPeriod(maya.subscription.id)
  expect(await now(maya.subscription.id)).toMatchObject({ status: 'canceled' })
})

test('canceling now ends it at once, and only once', async () => {
  const { subscription } = await subscriber('ai')
  expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' })
  await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 })
  await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })).rejects.toThrow('canceled subscription')
})

test('a switch to yearly deducts the unused part of the month, and switching back turns the rest into credit', async () => {
  const { customer, subscription } = await subscriber('monthly')
  await standIn.advance(10)
  const [item] = subscription.items.data
  const yearly = await stripe.subscriptions.update(subscription.id, { items: [{ id: item!.id, price: standIn.prices.yearly }] })
  expect(yearly.items.data[0]).toMatchObject({ id: item!.id, price: { id: standIn.prices.yearly } })
  const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data
  expect(invoice).toMatchObject({ billing_reason: 'subscription_update', status: 'paid' })
  expect(invoice!.amount_paid).toBeGreaterThan(6000 - 800)
  expect(invoice!.amount_paid).toBeLessThan(6000)
  await stripe.subscriptions.update(subscription.id, { items: [{ id: item!.id, price: standIn.prices.monthly }] })
  expect(((await stripe.customers.retrieve(customer)) as Stripe.Customer).balance).toBeLessThan(-5000)
})

test('a payment is refunded in parts, but not twice', async () => {
  const { customer } = await subscriber('yearly')
  const [charge] = (await stripe.charges.list({ customer })).data
  await stripe.refunds.create({ charge: charge!.id, amount: 1000 })
  expect(await stripe.charges.retrieve(charge!.id)).toMatchObject({ refunded: false, amount_refunded: 1000 })
  await standIn.refund(customer)
  expect(await stripe.charges.retrieve(charge!.id, { expand: ['refunds'] })).toMatchObject({
    refunded: true,
    amount_refunded: 6000,
    refunds: { data: [{ amount: 5000 }, { amount: 1000 }] },
  })
  await expect(stripe.refunds.create({ charge: charge!.id })).rejects.toMatchObject({ code: 'charge_already_refunded' })
  expect(heardTypes()).toEqual(['refund.created', 'charge.refunded', 'refund.created', 'charge.refunded'])
  expect((await stripe.refunds.list({ charge: charge!.id })).data).toHaveLength(2)
})

test('a bank opens a dispute and decides it', async () => {
  const { customer } = await subscriber('yearly')
  const dispute = await standIn.dispute(customer)
  expect(await stripe.disputes.retrieve(dispute, { expand: ['charge'] })).toMatchObject({
    status: 'needs_response',
    charge: { customer, disputed: true },
  })
  await standIn.closeDispute(dispute, 'lost')
  expect(heardTypes()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']))
  expect((await stripe.disputes.list()).data).toMatchObject([{ status: 'lost' }])
})

test('a deleted customer no longer has a subscription', async () => {
  const { customer, subscription } = await subscriber('monthly')
  expect(await stripe.customers.del(customer)).toEqual(expect.objectContaining({ id: customer, deleted: true }))
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect(await now(subscription.id)).toMatchObject({ status: 'canceled' })
  await standIn.webhooks.delivered()
  expect(heardTypes()).toEqual(['customer.subscription.deleted', 'customer.deleted'])
  await expect(stripe.customers.del(customer)).rejects.toMatchObject({ code: 'resource_missing' })
})

test('a checkout that nobody pays expires after a day', async () => {
  const customer = await stripe.customers.create({})
  const session = await aSession(stripe, customer.id, standIn.prices.ai)
  const other = await aSession(stripe, customer.id, standIn.prices.ai)
  expect(await stripe.checkout.sessions.expire(other.id)).toMatchObject({ status: 'expired' })
  await standIn.advance(2)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null })
  expect((await stripe.checkout.sessions.list({ customer: customer.id, status: 'open' })).data).toEqual([])
})
