import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

const officialClient = ({ apiBase, key }: StripeStandIn) => {
  const { hostname, port } = new URL(apiBase)
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 })
}

const checkout = async (email = 'maya@firstbell.example', more: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const customer = await stripe.customers.create({ email, metadata: { userId: '1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: '1',
    line_items: [{ price: standIn.prices.yearly, quantity: 1 }],
    success_url: 'http://localhost/dashboard?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost/checkout',
    metadata: { userId: '1' },
    subscription_data: { metadata: { userId: '1' } },
    ...more,
  })
  return { customer, session }
}

test('somebody buys a year with a code, and every event of it arrives signed', async () => {
  const { data } = await stripe.promotionCodes.list({ code: 'spring25', active: true, limit: 1, expand: ['data.promotion.coupon'] })
  const { customer, session } = await checkout(undefined, { discounts: [{ promotion_code: data[0]!.id }] })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_subtotal: 6000, amount_total: 4500, livemode: false })
  expect((data[0]!.promotion.coupon as Stripe.Coupon).percent_off).toBe(25)

  expect(await standIn.pay(session.url!)).toBe(`http://localhost/dashboard?session_id=${session.id}`)

  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription.latest_invoice', 'line_items'] })
  const subscription = paid.subscription as Stripe.Subscription
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid' })
  expect(subscription).toMatchObject({ status: 'active', customer: customer.id, metadata: { userId: '1' } })
  expect(subscription.items.data[0]!.current_period_end - subscription.items.data[0]!.current_period_start).toBeGreaterThan(364 * 86_400)
  expect(subscription.latest_invoice).toMatchObject({ status: 'paid', total: 4500, amount_paid: 4500 })
  expect(heard.events(stripe, standIn.webhookSecret).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['customer.subscription.created', 'invoice.paid', 'charge.succeeded', 'checkout.session.completed']),
  )
})
