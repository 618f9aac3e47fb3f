// @module-tag engine
/** Tests what happens to the add-on when a teacher's trial or plan ends or restarts. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { endPlans } from '#server/features/billing/jobs.ts'
import { aPaymentService, aSubscription, PRICE_IDS } from '#server/features/billing/samples.ts'
import type { PaidSubscription } from '#server/lib/integrations/payments.ts'
import { PaymentsFailed } from '#server/lib/integrations/payments.ts'
import { clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { settleAddOns } from './jobs.ts'

const stripe = aPaymentService()
const services = { payments: stripe.payments }
const app = await buildApp({ db, keys, clock, logger: false, config, services })
const withoutSubscriptions = await buildApp({ db, keys, clock, logger: false, config: { ...config, isFree: true }, services })
afterAll(() => Promise.all([app.close(), withoutSubscriptions.close()]))

let ann: Awaited<ReturnType<typeof aTeacher>>
let customerId: string
let events = 0
beforeEach(async () => {
  stripe.clear()
  ann = await aTeacher(db, { now: clock() })
  await buy('ai_addon')
  customerId = (await pool.query('select customer_id from billing_customers')).rows[0].customer_id
})

const call = async (url: string, payload: object, to = app) =>
  (
    await to.inject({ method: 'POST', url, headers: { authorization: `Bearer ${ann.token}`, origin: 'https://plan.example' }, payload })
  ).json()
const buy = (planType: keyof typeof PRICE_IDS) => call('/api/create-checkout-session', { planType, priceId: PRICE_IDS[planType] })

const anAddOn = (over: Partial<PaidSubscription> = {}) =>
  aSubscription({ id: 'sub_ai', planType: 'ai_addon', priceId: PRICE_IDS.ai_addon, amount: 500, latestInvoiceId: null, ...over })
const aPlan = (over: Partial<PaidSubscription> = {}) => aSubscription({ latestInvoiceId: null, ...over })
/** Sets Ann's state in Stripe without sending an event. */
const setAtStripe = (...subscriptions: PaidSubscription[]) => stripe.states.set(customerId, { subscriptions, invoices: [], cards: [] })
const sayIt = (to = app) => call('/api/billing/webhook', { id: `evt_${++events}`, customerId }, to)
/** Sets Ann's state in Stripe and sends a webhook event. */
const has = (...subscriptions: PaidSubscription[]) => {
  setAtStripe(...subscriptions)
  return sayIt()
}
const addOn = () => stripe.states.get(customerId)?.subscriptions.find(({ id }) => id === 'sub_ai')
const told = () => stripe.calls.filter((name) => name === 'endWithPlan').length

/** Moves the clock eight days ahead and runs the hourly job that ends Ann's trial. */
const endTrial = async () => {
  setClock('2026-11-26T14:00:00Z')
  await doJob(endPlans)
}
const settle = () => doJob(settleAddOns, clock(), { services })
const ENDING = { endsAt: new Date('2026-12-18T14:00:00Z'), endsWithPlan: true }
const RENEWING = { endsAt: null, endsWithPlan: false }

test('a teacher who bought the add-on during the trial does not pay for a second month after it', async () => {
  await has(anAddOn())
  await settle()
  expect(addOn()).toMatchObject(RENEWING)
  await endTrial()
  await settle()
  expect(addOn()).toMatchObject(ENDING)
  expect((await pool.query('select ends_at from billing_subscriptions')).rows).toEqual([{ ends_at: ENDING.endsAt }])
  await settle()
  expect(told()).toBe(1)
})

test('a teacher whose plan ends stops paying for the add-on as soon as the event arrives', async () => {
  await endTrial()
  await has(aPlan(), anAddOn())
  expect(addOn()).toMatchObject(RENEWING)
  await has(aPlan({ status: 'canceled' }), anAddOn())
  expect(addOn()).toMatchObject(ENDING)
})

test('a teacher who subscribes before the period is over keeps the add-on as soon as the event arrives', async () => {
  await has(anAddOn())
  await endTrial()
  await settle()
  await has(aPlan(), addOn() ?? anAddOn())
  expect(addOn()).toMatchObject(RENEWING)
})

test('a teacher who is granted a plan before the period is over keeps the add-on', async () => {
  await has(anAddOn())
  await endTrial()
  await settle()
  await pool.query(`update subscriptions set status = 'PROTEACHERACTIVE', granted_until = '2027-06-30'`)
  await settle()
  expect(addOn()).toMatchObject(RENEWING)
})

test('an add-on that its owner canceled stays canceled when a plan begins', async () => {
  await has(anAddOn({ endsAt: ENDING.endsAt }))
  await endTrial()
  await settle()
  await has(aPlan(), anAddOn({ endsAt: ENDING.endsAt }))
  await settle()
  expect([addOn()?.endsAt, told()]).toEqual([ENDING.endsAt, 0])
})

test('an add-on that its owner renewed at Stripe, and cancels after subscribing, stays canceled', async () => {
  await has(anAddOn())
  await endTrial()
  await settle()
  // The teacher renews on Stripe's page, which doesn't remove our marker.
  await has(aPlan(), anAddOn({ endsWithPlan: true }))
  expect(addOn()).toMatchObject(RENEWING)
  await has(aPlan(), anAddOn({ ...addOn(), endsAt: ENDING.endsAt }))
  await settle()
  expect(addOn()?.endsAt).toEqual(ENDING.endsAt)
})

test.each<[string, () => Promise<unknown>]>([
  ['during the trial', () => has(anAddOn())],
  [
    'with a plan',
    async () => {
      await endTrial()
      await has(aPlan(), anAddOn())
    },
  ],
  [
    'of a platform admin',
    async () => {
      await pool.query('update user_roles set is_admin = true')
      await has(anAddOn())
      await endTrial()
    },
  ],
  [
    'whose first payment was never made',
    async () => {
      await endTrial()
      await has(anAddOn({ status: 'incomplete' }))
    },
  ],
])('an add-on is left alone %s', async (_when, given) => {
  await given()
  await settle()
  expect(told()).toBe(0)
})

test('an add-on is left alone on an installation without trials and plans', async () => {
  await endTrial()
  setAtStripe(anAddOn())
  await sayIt(withoutSubscriptions)
  expect(told()).toBe(0)
})

test('a plan bought before the cancellation, whose event has not arrived, keeps the add-on', async () => {
  await has(anAddOn())
  await endTrial()
  setAtStripe(aPlan(), anAddOn())
  await settle()
  expect([addOn(), told()]).toEqual([expect.objectContaining(RENEWING), 0])
})

test('a plan bought during the cancellation keeps the add-on', async () => {
  await has(anAddOn())
  await endTrial()
  const { endWithPlan } = stripe.payments
  stripe.payments.endWithPlan = async (...args) => {
    stripe.payments.endWithPlan = endWithPlan
    stripe.states.get(customerId)?.subscriptions.push(aPlan())
    // Stripe sends the event before it executes our request.
    await sayIt()
    await endWithPlan(...args)
  }
  await settle()
  expect([addOn(), told()]).toEqual([expect.objectContaining(RENEWING), 2])
})

test('ten events and the job at the same time lead to one state', async () => {
  await has(anAddOn())
  await endTrial()
  setAtStripe(aPlan(), anAddOn(ENDING))
  await Promise.all([settle(), ...Array.from({ length: 10 }, () => sayIt()), settle()])
  await settle()
  expect(addOn()).toMatchObject(RENEWING)
})

test.each([
  ['did nothing', false],
  ['did it and its response was lost', true],
])('a failed request to Stripe is retried: it %s', async (_what, isLate) => {
  await has(anAddOn())
  await endTrial()
  Object.assign(stripe.fault, { now: new PaymentsFailed('away', 'no answer'), only: 'endWithPlan', isLate })
  await expect(settle()).rejects.toThrow('no answer')
  stripe.fault.now = undefined
  await settle()
  await settle()
  expect(addOn()).toMatchObject(ENDING)
})

test('an event takes effect even if the add-on can’t be changed at Stripe, and the job retries that', async () => {
  await endTrial()
  await has(aPlan(), anAddOn())
  Object.assign(stripe.fault, { now: new PaymentsFailed('away', 'no answer'), only: 'endWithPlan' })
  expect(await has(aPlan({ status: 'canceled' }), anAddOn())).toEqual({ received: true })
  expect(addOn()).toMatchObject(RENEWING)
  stripe.fault.now = undefined
  await settle()
  expect(addOn()).toMatchObject(ENDING)
})

test('a customer that Stripe refuses does not hold up others', async () => {
  await has(anAddOn())
  const ben = await aTeacher(db, { now: clock() })
  await pool.query(`insert into billing_customers (user_id, customer_id) values ($1, 'cus_ben')`, [ben.userId])
  await pool.query(
    `insert into billing_subscriptions (id, user_id, status, plan_type, price_id, amount, interval, period_end)
     select 'sub_a', $1, status, plan_type, price_id, amount, interval, period_end from billing_subscriptions`,
    [ben.userId],
  )
  stripe.states.set('cus_ben', { subscriptions: [anAddOn({ id: 'sub_a' })], invoices: [], cards: [] })
  await endTrial()
  Object.assign(stripe.fault, { now: new PaymentsFailed('refused', 'no'), only: 'endWithPlan' })
  await expect(settle()).rejects.toThrow('no')
  expect([addOn(), stripe.states.get('cus_ben')?.subscriptions[0]]).toMatchObject([ENDING, RENEWING])
})

test('a teacher whose trial has ended cannot buy the add-on before a plan', async () => {
  await pool.query(`update sessions set idle_expires_at = '2026-12-18'`)
  await endTrial()
  expect(await buy('ai_addon')).toEqual({
    code: 'subscription_needed',
    message: 'Your trial or plan has ended. Choose a plan first, then add AI to it.',
  })
  expect((await buy('yearly')).url).toMatch(/^https:/)
})
