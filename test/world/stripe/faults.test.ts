/** Tests failing calls, and events that arrive late, twice, out of order or not at all. */
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
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

const heardTypes = () => heard.events(stripe, standIn.webhookSecret).map(({ type }) => type)

test('a call that fails twice is executed once on the third try', async () => {
  standIn.trouble({ kind: 'error', times: 2 })
  const patient = officialClient(standIn, { maxNetworkRetries: 2 })
  await patient.customers.create({ email: 'maya@firstbell.example' })
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test('a call whose answer is lost is executed once, however often it is retried', async () => {
  standIn.trouble({ kind: 'lost', times: 1, calls: 'POST /v1/customers' })
  const patient = officialClient(standIn, { maxNetworkRetries: 2 })
  await patient.customers.create({ email: 'maya@firstbell.example' })
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test.each([
  ['down', 'StripeConnectionError'],
  ['error', 'StripeAPIError'],
  ['garbage', 'StripeAPIError'],
  ['limited', 'StripeRateLimitError'],
] as const)('while Stripe fails (%s) nothing is executed, and afterwards everything is', async (kind, type) => {
  standIn.trouble({ kind })
  await expect(stripe.customers.create({})).rejects.toMatchObject({ type })
  standIn.heal()
  expect((await stripe.customers.list()).data).toEqual([])
})

test('a slow answer is not waited for', async () => {
  standIn.trouble({ kind: 'slow', ms: 2000, times: 1 })
  await expect(officialClient(standIn, { timeout: 50 }).customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' })
})

test('trouble can affect only some calls', async () => {
  standIn.trouble({ kind: 'error', calls: 'checkout/sessions' })
  const { id } = await stripe.customers.create({})
  await expect(aSession(stripe, id, standIn.prices.ai)).rejects.toMatchObject({ statusCode: 500 })
})

test('held events arrive later, in any order and any number of times', async () => {
  standIn.webhooks.hold()
  await stripe.customers.create({ name: 'Maya' })
  const { id } = await stripe.customers.create({ name: 'Sam' })
  await stripe.customers.update(id, { name: 'Samira' })
  await standIn.webhooks.delivered()
  expect(heardTypes()).toEqual([])
  await standIn.webhooks.release((events) => [...events].reverse().flatMap((event) => [event, event]))
  expect(heardTypes()).toEqual([
    'customer.updated',
    'customer.updated',
    'customer.created',
    'customer.created',
    'customer.created',
    'customer.created',
  ])
})

test('an event that was not accepted is resent', async () => {
  heard.answers(503)
  await stripe.customers.create({})
  await standIn.webhooks.delivered()
  expect(standIn.events()[0]!.pending_webhooks).toBe(1)
  heard.answers(200)
  await standIn.webhooks.settled()
  expect(heardTypes()).toEqual(['customer.created'])
  expect(standIn.webhooks.deliveries.map(({ status }) => status)).toEqual([503, 200])
})

test('an event can be resent, forged, and given another timestamp', async () => {
  await stripe.customers.create({})
  await standIn.webhooks.delivered()
  const [event] = standIn.events()
  expect(await standIn.webhooks.send(event!)).toBe(200)
  expect(heardTypes()).toEqual(['customer.created', 'customer.created'])
  await standIn.webhooks.send(event!, { secret: 'whsec_other' })
  expect(() => heardTypes()).toThrow('No signatures found matching')
  heard.forget()
  await standIn.webhooks.send(event!, { at: Math.floor(Date.now() / 1000) - 3600 })
  expect(() => heardTypes()).toThrow('Timestamp outside the tolerance zone')
})

test('many events can be sent at once', async () => {
  await stripe.customers.create({})
  await standIn.webhooks.delivered()
  const [event] = standIn.events()
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, number) => standIn.webhooks.send({ ...event, id: `evt_${number}` })))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(heardTypes()).toHaveLength(1001)
})

test('a double click on Pay pays once', async () => {
  const { id } = await stripe.customers.create({})
  const { url } = await aSession(stripe, id, standIn.prices.yearly)
  const body = () => new URLSearchParams({ act: JSON.stringify({ action: 'pay', card: 'good' }) })
  await Promise.all([1, 2, 3].map(() => fetch(url!, { method: 'POST', redirect: 'manual', body: body() })))
  expect((await stripe.charges.list({ customer: id })).data).toHaveLength(1)
  expect((await stripe.subscriptions.list({ customer: id })).data).toHaveLength(1)
})
