/** Tests that the stand-in refuses the same calls as Stripe, with Stripe's messages. */
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PRICES } from '#shared/billing/rules.ts'
import { aSession, officialClient } from './client.ts'
import { type StripeStandIn, startStripe } from './start.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeEach(async () => {
  standIn = await startStripe()
  stripe = officialClient(standIn)
})

afterEach(() => standIn.close())

const post = async (path: string, form: string, headers: Record<string, string> = {}) => {
  const response = await fetch(standIn.apiBase + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${standIn.key}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('another key, none, and another version are refused', async () => {
  await expect(officialClient({ ...standIn, key: 'sk_test_other' }).customers.list()).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
  })
  expect((await fetch(`${standIn.apiBase}/v1/customers`)).status).toBe(401)
  expect(await post('/v1/customers', '', { 'stripe-version': '2019-01-01' })).toMatchObject({ status: 400 })
})

test('a call with the same key is executed once, and its answer is the same', async () => {
  const first = await stripe.customers.create({ email: 'maya@firstbell.example' }, { idempotencyKey: 'one' })
  const again = await stripe.customers.create({ email: 'maya@firstbell.example' }, { idempotencyKey: 'one' })
  expect(again.id).toBe(first.id)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  await expect(stripe.customers.create({ email: 'sam@firstbell.example' }, { idempotencyKey: 'one' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test("an error is repeated for the same key, but a malformed call doesn't use its key up", async () => {
  const { id } = await stripe.customers.create({})
  const late = { idempotencyKey: 'two' }
  await expect(stripe.billingPortal.sessions.create({ customer: 'cus_nobody' }, late)).rejects.toMatchObject({ param: 'customer' })
  await expect(stripe.billingPortal.sessions.create({ customer: id }, late)).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  const early = { idempotencyKey: 'three' }
  const misspelt = { custmer: id } as unknown as Stripe.BillingPortal.SessionCreateParams
  await expect(stripe.billingPortal.sessions.create(misspelt, early)).rejects.toMatchObject({ code: 'parameter_unknown' })
  expect((await stripe.billingPortal.sessions.create({ customer: id }, early)).customer).toBe(id)
  await expect(stripe.customers.create({}, { idempotencyKey: 'x'.repeat(256) })).rejects.toMatchObject({ statusCode: 400 })
})

test.each([
  ['an unknown parameter', 'email=a@b.example&colour=red', { code: 'parameter_unknown', param: 'colour' }],
  ['an unknown parameter within', 'invoice_settings[colour]=red', { code: 'parameter_unknown', param: 'invoice_settings[colour]' }],
  ['a number that is none', 'balance=much', { code: 'parameter_invalid_integer', param: 'balance', message: 'Invalid integer: much' }],
  ['a text where a hash belongs', 'metadata=red', { param: 'metadata' }],
  ['a metadata name that is too long', `metadata[${'x'.repeat(41)}]=1`, {}],
])('%s is refused', async (_, form, error) => {
  const { id } = await stripe.customers.create({})
  expect(await post(`/v1/customers/${id}`, form)).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_request_error', ...error } },
  })
})

test.each([
  ['nothing to buy', 'mode=subscription&success_url=https://x.example', { code: 'parameter_missing', param: 'line_items' }],
  ['a price that is not sold', { price: 'price_other' }, { code: 'resource_missing', param: 'line_items[0][price]' }],
  ['an address that is none', { success_url: 'nowhere' }, { code: 'url_invalid', param: 'success_url' }],
  ['a mode that is not there', { mode: 'gift' }, { param: 'mode' }],
  ['an empty address', { success_url: '' }, { code: 'parameter_invalid_empty', param: 'success_url' }],
])('a checkout with %s is refused', async (_, wanted, error) => {
  const { price = standIn.prices.ai, ...fields } = typeof wanted === 'string' ? { price: '' } : (wanted as Record<string, string>)
  const whole = {
    mode: 'subscription',
    success_url: 'https://x.example',
    'line_items[0][price]': price,
    'line_items[0][quantity]': '1',
    ...fields,
  }
  const form = typeof wanted === 'string' ? wanted : new URLSearchParams(whole).toString()
  expect(await post('/v1/checkout/sessions', form)).toMatchObject({ status: 400, body: { error } })
})

test('invalid codes are refused', async () => {
  const { id } = await stripe.customers.create({})
  await standIn.pay((await aSession(stripe, id, standIn.prices.monthly)).id)
  for (const [code, reason] of [
    ['NEWCOMER', 'prior transactions'],
    ['BIGONLY', 'minimum amount'],
    ['USEDUP', 'no longer active'],
    ['EXPIRED', 'expired'],
  ] as const) {
    const [found] = (await stripe.promotionCodes.list({ code })).data
    await expect(aSession(stripe, id, standIn.prices.monthly, { discounts: [{ promotion_code: found!.id }] })).rejects.toThrow(reason)
  }
})

test('unknown ids are not found', async () => {
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such subscription: 'sub_none'",
  })
  for (const list of [stripe.subscriptions, stripe.invoices, stripe.charges])
    await expect(list.list({ customer: 'cus_none' })).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
  await expect(stripe.accounts.list()).rejects.toMatchObject({ statusCode: 404 })
})

test('lists are paginated, newest first', async () => {
  for (let number = 0; number < 5; number++) await stripe.customers.create({ name: `Teacher ${number}` })
  const first = await stripe.customers.list({ limit: 2 })
  expect(first.data.map(({ name }) => name)).toEqual(['Teacher 4', 'Teacher 3'])
  expect(first.has_more).toBe(true)
  const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all).toHaveLength(5)
  expect((await stripe.customers.list({ limit: 2, ending_before: all[4]!.id })).data.map(({ name }) => name)).toEqual([
    'Teacher 2',
    'Teacher 1',
  ])
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
  await expect(stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({ param: 'starting_after' })
})

test('a customer is changed and read', async () => {
  const { id } = await stripe.customers.create({
    email: 'maya@firstbell.example',
    name: 'Maya',
    metadata: { a: '1', b: '2' },
    balance: -100,
  })
  const changed = await stripe.customers.update(id, { name: '', metadata: { a: '', c: '3' } })
  expect(changed).toMatchObject({ name: null, email: 'maya@firstbell.example', metadata: { b: '2', c: '3' }, balance: -100 })
  const { data } = await stripe.events.list({ type: 'customer.updated', limit: 1 })
  expect(data[0]).toMatchObject({ livemode: false, data: { previous_attributes: { name: 'Maya' } } })
  expect(await stripe.events.retrieve(data[0]!.id)).toMatchObject({ type: 'customer.updated' })
  const [row] = (await stripe.customers.listBalanceTransactions(id)).data
  expect(await stripe.customers.retrieveBalanceTransaction(id, row!.id)).toMatchObject({
    amount: -100,
    ending_balance: -100,
    type: 'initial',
  })
})

test('the three prices match the price list', async () => {
  const prices = await Promise.all(Object.values(standIn.prices).map((id) => stripe.prices.retrieve(id)))
  const { proTeacher, aiAddOn } = PRICES
  expect(prices.map(({ unit_amount, recurring }) => [unit_amount, recurring!.interval])).toEqual([
    [proTeacher.month * 100, 'month'],
    [proTeacher.year * 100, 'year'],
    [aiAddOn.month * 100, 'month'],
  ])
  expect((await stripe.prices.list({ active: true })).data).toHaveLength(3)
  expect((await stripe.products.retrieve(String(prices[0]!.product))).name).toBe('Pro Teacher')
})

test('links are expanded on request, and others are not', async () => {
  const { id } = await stripe.customers.create({ email: 'maya@firstbell.example' })
  await standIn.pay((await aSession(stripe, id, standIn.prices.monthly)).id)
  const { data } = await stripe.subscriptions.list({
    expand: ['data.customer', 'data.latest_invoice.payments'],
  })
  expect(data[0]!.customer).toMatchObject({ email: 'maya@firstbell.example' })
  expect((data[0]!.latest_invoice as Stripe.Invoice).payments!.data[0]!.status).toBe('paid')
  const [invoice] = (await stripe.invoices.list({ customer: id, created: { gte: standIn.now() - 60 } })).data
  expect(invoice!.payments).toBeUndefined()
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice!.id })).data
  expect(await stripe.paymentIntents.retrieve(String(payment!.payment.payment_intent))).toMatchObject({ amount_received: 800 })
  expect(await stripe.invoices.retrieve(invoice!.id)).toMatchObject({ status: 'paid' })
  await expect(stripe.subscriptions.list({ expand: ['data.items.data.price.product'] })).rejects.toThrow('more than 4 levels')
  await expect(stripe.invoices.retrieve(invoice!.id, { expand: ['colour'] })).rejects.toMatchObject({ param: 'expand' })
})
