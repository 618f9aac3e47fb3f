/** Tests the pages that Stripe hosts, as a browser without JavaScript sees them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSession, officialClient } from './client.ts'
import { type StripeStandIn, startStripe } from './start.ts'

let standIn: StripeStandIn
let stripe: Stripe

beforeEach(async () => {
  standIn = await startStripe()
  stripe = officialClient(standIn)
})

afterEach(() => standIn.close())

const read = async (url: string) => (await fetch(url)).text()

/** Clicks a button by its label. Returns the redirect URL or the resulting page. */
const press = async (url: string, name: string) => {
  const button = [...(await read(url)).matchAll(/<button name="act" value="([^"]*)"[^>]*>([^<]*)</g)].find(([, , text]) => text === name)
  if (!button) throw new Error(`There is no button '${name}'`)
  const act = button[1]!.replaceAll('&quot;', '"')
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ act }) })
  return response.headers.get('location') ?? response.text()
}

test('the checkout shows what is paid: the price, less the discount, less the credit', async () => {
  const customer = await stripe.customers.create({ email: 'maya@firstbell.example', balance: -800 })
  const [code] = (await stripe.promotionCodes.list({ code: 'SPRING25' })).data
  const { url, id } = await aSession(stripe, customer.id, standIn.prices.yearly, { discounts: [{ promotion_code: code!.id }] })
  const page = await read(url!)
  for (const shown of ['Pro Teacher, billed every year', '$60.00', 'Discount SPRING25', '−$15.00', 'Your credit', '−$8.00', '$37.00'])
    expect(page).toContain(shown)
  expect(page).toContain('href="http://localhost/checkout"')
  expect(await press(url!, 'Pay with a card that is declined')).toContain('role="alert">Your card was declined.')
  expect(await press(url!, 'Pay with a good card')).toBe(`http://localhost/dashboard?session_id=${id}`)
  expect(await read(url!)).toContain('You have paid')
})

test("a customer can pay with another customer's card", async () => {
  const maya = await stripe.customers.create({ email: 'maya@firstbell.example' })
  await standIn.pay((await aSession(stripe, maya.id, standIn.prices.monthly)).id)
  const sam = await stripe.customers.create({ email: 'sam@firstbell.example' })
  await press((await aSession(stripe, sam.id, standIn.prices.monthly)).url!, 'Pay with another person’s card: maya@firstbell.example')
  const cards = await stripe.paymentMethods.list({ customer: sam.id })
  expect(cards.data[0]!.card!.fingerprint).toBe((await stripe.paymentMethods.list({ customer: maya.id })).data[0]!.card!.fingerprint)
})

test('in the portal a customer cancels, resumes, switches, changes their card, and ends it', async () => {
  const { id } = await stripe.customers.create({ email: 'maya@firstbell.example' })
  await standIn.pay((await aSession(stripe, id, standIn.prices.monthly)).id)
  const { url } = await stripe.billingPortal.sessions.create({ customer: id, return_url: 'http://localhost/dashboard' })
  const subscription = async () => (await stripe.subscriptions.list({ customer: id, status: 'all' })).data[0]!
  expect(await read(url)).toContain('href="http://localhost/dashboard">Back to Firstbell')

  await press(url, 'Cancel at the end of the period')
  expect((await subscription()).cancel_at_period_end).toBe(true)
  expect(await read(url)).toContain('Ends on')
  await press(url, 'Resume')
  await press(url, 'Switch to yearly')
  expect(await subscription()).toMatchObject({ cancel_at_period_end: false, items: { data: [{ price: { id: standIn.prices.yearly } }] } })
  await press(url, 'Use a card that will fail')
  await press(url, 'Let the period be over now')
  expect((await subscription()).status).toBe('past_due')
  expect(await read(url)).toContain('The last payment failed')
  await press(url, 'Use a good card')
  expect((await subscription()).status).toBe('active')
  await press(url, 'Cancel now')
  expect((await subscription()).status).toBe('canceled')
  const [, invoice] = /href="(\/i\/[^"]+)"/.exec(await read(url))!
  expect(await read(standIn.apiBase + invoice)).toContain('Invoice ')
})

test('the world page moves time, refunds payments, and makes calls fail', async () => {
  const { id } = await stripe.customers.create({ email: 'maya@firstbell.example' })
  await standIn.pay((await aSession(stripe, id, standIn.prices.monthly)).id)
  const world = `${standIn.apiBase}/world`
  await press(world, 'A month later')
  expect((await stripe.charges.list({ customer: id })).data).toHaveLength(2)
  await press(world, 'Refund')
  await press(world, 'Dispute')
  await press(world, 'We lose the dispute')
  expect((await stripe.charges.list({ customer: id })).data).toMatchObject([{ refunded: true }, { disputed: true }])
  await press(world, 'Break the connection')
  await expect(stripe.charges.list()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  await press(world, 'End the trouble')
  await press(world, 'Hold them back')
  await press(world, 'Lose them')
  await press(world, 'Send again')
  expect(await read(world)).toContain('maya@firstbell.example')
})

test('a developer finds their customers again after a restart', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-stripe-'))
  const keptIn = path.join(folder, 'stripe.json')
  const first = await startStripe({ keptIn })
  const { id } = await officialClient(first).customers.create({ email: 'maya@firstbell.example' })
  await first.pay((await aSession(officialClient(first), id, first.prices.monthly)).url!)
  await officialClient(first).customers.update(id, { name: 'Maya' })
  await first.close()
  const second = await startStripe({ keptIn })
  expect((await officialClient(second).subscriptions.list({ customer: id })).data).toMatchObject([{ status: 'active' }])
  await second.close()
  rmSync(folder, { recursive: true })
})
