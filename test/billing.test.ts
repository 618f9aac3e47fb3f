/** Tests the effects of Stripe's webhook events with the official SDK and the Stripe stand-in. */

import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { settleAddOns } from '#server/features/billing/add-on/jobs.ts'
import { endPlans } from '#server/features/billing/jobs.ts'
import { userOf } from '#server/features/people/actions.ts'
import type { Payments, StripeSettings } from '#server/lib/integrations/payments.ts'
import { openStripe } from '#server/lib/integrations/stripe.ts'
import { DAY_MS } from '#shared/dates.ts'
import { config, db, doJob, keys, pool } from './app.ts'
import { isFullSize } from './size.ts'
import { type StripeStandIn, startStripe } from './world/stripe/start.ts'
import { signatureOf } from './world/stripe/webhooks.ts'

let standIn: StripeStandIn
let app: Awaited<ReturnType<typeof buildApp>>
let stripe: Stripe
let settings: StripeSettings
let services: { payments: Payments }
let origin: string
const clock = () => new Date(standIn.now() * 1000)

beforeAll(async () => {
  standIn = await startStripe()
  const { apiBase, key: secretKey, webhookSecret, prices } = standIn
  settings = { apiBase, secretKey, webhookSecret, prices: { monthly: prices.monthly, yearly: prices.yearly, ai_addon: prices.ai } }
  services = { payments: openStripe(settings) }
  app = await buildApp({ db, keys, clock, logger: false, config, services })
  origin = await app.listen({ port: 0 })
  standIn.webhooks.url = `${origin}/api/billing/webhook`
  const { hostname, port } = new URL(apiBase)
  stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
})
afterAll(async () => {
  await app.close()
  await standIn.close()
})

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  // Keeps sessions alive while months pass.
  await pool.query(`update sessions set idle_expires_at = '2199-01-01', expires_at = '2199-01-01'`)
})
afterEach(() => {
  standIn.heal()
  standIn.webhooks.copies = 1
})

const call = async (who: { token: string }, method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${who.token}`, origin }, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
type PlanType = 'monthly' | 'yearly' | 'ai_addon'
const priceOf = (planType: PlanType) => standIn.prices[planType === 'ai_addon' ? 'ai' : planType]
const buy = (who: { token: string }, planType: PlanType, couponCode?: string) =>
  call(who, 'POST', '/api/create-checkout-session', { planType, priceId: priceOf(planType), ...(couponCode && { couponCode }) })
const subscribe = async (who: { token: string }, planType: PlanType, couponCode?: string) => {
  const { status, body } = await buy(who, planType, couponCode)
  expect(status).toBe(200)
  expect(await standIn.pay(body.url)).toMatch(/^http:.*\/dashboard\?session_id=cs_/)
}
const customerOf = async (who: { userId: string }): Promise<string> =>
  (await pool.query('select customer_id from billing_customers where user_id = $1', [who.userId])).rows[0].customer_id
const planOf = async (who: { userId: string }) => (await stripe.subscriptions.list({ customer: await customerOf(who) })).data[0]?.id ?? ''
const statusOf = async (who: { userId: string } = ann) => (await userOf(db, who.userId, clock(), { keys })).subscriptionStatus
const change = async (work: () => Promise<unknown>) => {
  await work()
  await standIn.webhooks.settled()
}
const days = DAY_MS
/** Starts Ann's trial. */
const begin = () => pool.query('update subscriptions set free_trial_started = $1', [clock()])
/** Ends Ann's trial. */
const expire = () => pool.query('update subscriptions set free_trial_started = $1', [new Date(clock().getTime() - 8 * days)])

describe('what happens when a teacher', () => {
  beforeEach(expire)

  test('subscribes: the planner opens when Stripe confirms it, not because of the return address', async () => {
    expect(await statusOf()).toBe('TRIALEXPIRED')
    standIn.webhooks.hold()
    await subscribe(ann, 'yearly', 'SPRING25')
    expect(await statusOf()).toBe('TRIALEXPIRED')
    await standIn.webhooks.release()
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
    const { body } = await call(ann, 'GET', '/api/subscription/status')
    expect(body.items).toMatchObject([{ planType: 'yearly', amount: 6000, interval: 'year', isCancelled: false, hasFailed: false }])
    expect((await pool.query('select amount_paid, status from billing_invoices')).rows).toEqual([{ amount_paid: 4500, status: 'paid' }])
  })

  test('returns from paying before the event arrives: we query Stripe once, and the planner opens', async () => {
    standIn.webhooks.hold()
    await subscribe(ann, 'yearly', 'SPRING25')
    const { status, body } = await call(ann, 'POST', '/api/billing/confirm')
    expect([status, body.items]).toMatchObject([200, [{ planType: 'yearly', amount: 6000 }]])
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
    // No checkout session is open, so the server doesn't need to query Stripe.
    standIn.trouble({ kind: 'down' })
    expect((await call(ann, 'POST', '/api/billing/confirm')).status).toBe(200)
    standIn.heal()
    await standIn.webhooks.release()
    expect((await pool.query(`select act from audit_log where act like 'plan.%'`)).rows).toEqual([{ act: 'plan.begun' }])
  })

  test('opens the return address of someone who has paid: nothing, whatever it contains', async () => {
    expect((await call(ann, 'POST', '/api/billing/confirm')).status).toBe(200)
    await buy(ann, 'yearly')
    expect((await call(ann, 'POST', '/api/billing/confirm')).body.items).toEqual([])
    expect(await statusOf()).toBe('TRIALEXPIRED')
  })

  test('switches from monthly to yearly', async () => {
    await subscribe(ann, 'monthly')
    const id = await planOf(ann)
    const item = (await stripe.subscriptions.retrieve(id)).items.data[0]?.id ?? ''
    await change(() => stripe.subscriptions.update(id, { items: [{ id: item, price: priceOf('yearly') }] }))
    expect((await call(ann, 'GET', '/api/subscription/status')).body.items).toMatchObject([{ planType: 'yearly' }])
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
  })

  test('cancels: the plan continues until the end of the paid period', async () => {
    await subscribe(ann, 'monthly')
    await change(async () => stripe.subscriptions.update(await planOf(ann), { cancel_at_period_end: true }))
    expect([await statusOf(), (await call(ann, 'GET', '/api/subscription/status')).body.items[0].isCancelled]).toEqual([
      'PROTEACHERACTIVE',
      true,
    ])
    await change(() => standIn.advance(32))
    expect(await statusOf()).toBe('PROTEACHEREXPIRED')
  })

  test('cancels immediately: the plan ends at once', async () => {
    await subscribe(ann, 'monthly')
    await change(async () => stripe.subscriptions.cancel(await planOf(ann)))
    expect(await statusOf()).toBe('PROTEACHEREXPIRED')
  })

  test('has a failing card: the planner stays open while Stripe retries, and recovers when a payment succeeds', async () => {
    await subscribe(ann, 'monthly')
    await change(async () => standIn.giveCard(await customerOf(ann), 'failsLater'))
    await change(() => standIn.advance(32))
    expect([await statusOf(), (await call(ann, 'GET', '/api/subscription/status')).body.items[0].hasFailed]).toEqual([
      'PROTEACHERACTIVE',
      true,
    ])
    await change(async () => standIn.giveCard(await customerOf(ann), 'good'))
    expect((await call(ann, 'GET', '/api/subscription/status')).body.items[0].hasFailed).toBe(false)
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
  })

  test('has a card that keeps failing: the planner closes', async () => {
    await subscribe(ann, 'monthly')
    await change(async () => standIn.giveCard(await customerOf(ann), 'failsLater'))
    await change(() => standIn.advance(70))
    expect(await statusOf()).toBe('PROTEACHEREXPIRED')
  })

  test('gets a full refund: the planner closes. After a partial one it stays open', async () => {
    await subscribe(ann, 'monthly')
    await change(async () => standIn.refund(await customerOf(ann), 300))
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
    await change(async () => standIn.refund(await customerOf(ann)))
    expect(await statusOf()).toBe('PROTEACHEREXPIRED')
  })

  test('has a payment disputed by the bank: nothing happens until the bank wins', async () => {
    await subscribe(ann, 'monthly')
    const won = await standIn.dispute(await customerOf(ann))
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
    await change(() => standIn.closeDispute(won, 'won'))
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
  })

  test('has a dispute that the bank has won: the planner closes', async () => {
    await subscribe(ann, 'monthly')
    const lost = await standIn.dispute(await customerOf(ann))
    await change(() => standIn.closeDispute(lost, 'lost'))
    expect(await statusOf()).toBe('PROTEACHEREXPIRED')
  })

  test('only has the add-on: AI but no planner', async () => {
    await begin()
    await subscribe(ann, 'ai_addon')
    await expire()
    expect(await userOf(db, ann.userId, clock(), { keys })).toMatchObject({ subscriptionStatus: 'TRIALEXPIRED', aiFeatureFlag: true })
    await change(async () => stripe.subscriptions.cancel(await planOf(ann)))
    expect(await userOf(db, ann.userId, clock(), { keys })).toMatchObject({ subscriptionStatus: 'TRIALEXPIRED', aiFeatureFlag: false })
  })

  test('reaches the end of the trial with the add-on: one month of it is paid, and no second', async () => {
    await begin()
    await subscribe(ann, 'ai_addon')
    await expire()
    await change(() => standIn.advance(1))
    await doJob(endPlans, clock())
    await change(() => doJob(settleAddOns, clock(), { services }))
    expect((await call(ann, 'GET', '/api/subscription/status')).body.items).toMatchObject([{ planType: 'ai_addon', isCancelled: true }])
    await change(() => standIn.advance(40))
    const paid = (await stripe.invoices.list({ customer: await customerOf(ann) })).data
    expect(paid.map(({ amount_paid }) => amount_paid)).toEqual([500])
    expect(await userOf(db, ann.userId, clock(), { keys })).toMatchObject({ aiFeatureFlag: false })
  })

  test('loses the plan while having AI, and subscribes again: the add-on continues', async () => {
    await subscribe(ann, 'monthly')
    const plan = await planOf(ann)
    await subscribe(ann, 'ai_addon')
    await change(() => stripe.subscriptions.cancel(plan))
    const itemsOf = async () => (await call(ann, 'GET', '/api/subscription/status')).body.items
    expect(await itemsOf()).toMatchObject([{ planType: 'ai_addon', isCancelled: true }])
    await change(() => subscribe(ann, 'yearly'))
    expect(await itemsOf()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ planType: 'ai_addon', isCancelled: false }),
        expect.objectContaining({ planType: 'yearly' }),
      ]),
    )
  })

  test('subscribes again after the plan has ended', async () => {
    await subscribe(ann, 'monthly')
    await change(async () => stripe.subscriptions.cancel(await planOf(ann)))
    await subscribe(ann, 'yearly')
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
  })
})

describe('whatever happens on the way', () => {
  test(`five events lead to the same state in ${isFullSize ? 'each' : 'every fourth'} of their 120 orders`, async () => {
    standIn.webhooks.hold()
    await subscribe(ann, 'monthly')
    await stripe.subscriptions.update(await planOf(ann), { cancel_at_period_end: true })
    const five = standIn.webhooks.waiting.filter(({ type }) => /subscription|invoice.paid|checkout|charge/.test(type)).slice(-5)
    expect(five).toHaveLength(5)
    await standIn.webhooks.release(() => [])
    const ends = new Set<string>()
    const orders = [...permutations(five)].filter((_, number) => isFullSize || number % 4 === 0)
    for (const order of orders) {
      await pool.query('delete from billing_events')
      await pool.query('delete from billing_subscriptions')
      await pool.query(`update subscriptions set status = 'TRIAL', plan_ends_at = null`)
      for (const event of order) expect(await standIn.webhooks.send(event)).toBe(200)
      ends.add(JSON.stringify((await pool.query('select status, plan_ends_at from subscriptions')).rows))
    }
    expect([...ends]).toEqual([expect.stringContaining('PROTEACHERACTIVE')])
  })

  test.each([
    ['with another secret', () => ({ secret: 'whsec_of_nobody' })],
    ['six minutes ago', () => ({ at: Math.floor(Date.now() / 1000) - 360 })],
    ['two minutes from now', () => ({ at: Math.floor(Date.now() / 1000) + 120 })],
    ['not at all', () => ({ signature: 'nothing' })],
  ])('an event that is signed %s is refused', async (_how, signed) => {
    const event = { id: 'evt_x', object: 'event', type: 'invoice.paid', livemode: false, data: { object: { customer: 'cus_x' } } }
    expect(await standIn.webhooks.send(event, signed())).toBe(400)
  })

  test('an event signed with a future time is refused, even with a current timestamp in front', async () => {
    const event = { id: 'evt_x', object: 'event', type: 'invoice.paid', livemode: false, data: { object: { customer: 'cus_x' } } }
    const now = Math.floor(Date.now() / 1000)
    const signature = `t=${now},${signatureOf(JSON.stringify(event, null, 2), standIn.webhooks.secret, now + 86_400)}`
    expect(await standIn.webhooks.send(event, { signature })).toBe(400)
  })

  test('an event without content is refused', async () => {
    expect(
      await standIn.webhooks.send({ id: 'evt_x', object: 'event', type: 'invoice.paid', livemode: false, data: { object: null } }),
    ).toBe(400)
  })

  test('a test key refuses a live event, and accepts one of an unknown type', async () => {
    const event = { id: 'evt_y', object: 'event', type: 'invoice.paid', livemode: true, data: { object: { customer: 'cus_x' } } }
    expect(await standIn.webhooks.send(event)).toBe(400)
    expect(await standIn.webhooks.send({ ...event, livemode: false, type: 'moon.risen' })).toBe(200)
  })

  test.each(['error', 'garbage', 'limited', 'down'] as const)('Stripe failing (%s) leaves nothing half done', async (kind) => {
    standIn.trouble({ kind })
    expect(await buy(ann, 'monthly')).toMatchObject({ status: 503, body: { message: 'Failed to create checkout session' } })
    standIn.heal()
    await subscribe(ann, 'monthly')
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
    standIn.trouble({ kind })
    expect((await call(ann, 'POST', '/api/billing/portal')).status).toBe(503)
  })

  test("a lost response doesn't open a second checkout session", async () => {
    standIn.trouble({ kind: 'lost', times: 1, calls: 'POST /v1/checkout/sessions' })
    expect((await buy(ann, 'monthly')).status).toBe(200)
    const customer = await customerOf(ann)
    expect([...standIn.tables.sessions.values()].filter((session) => session.customer === customer)).toHaveLength(1)
  })

  test('a checkout session whose response was lost is closed at Stripe before another is opened', async () => {
    standIn.trouble({ kind: 'lost', calls: 'POST /v1/checkout/sessions' })
    expect((await buy(ann, 'monthly')).status).toBe(503)
    standIn.heal()
    expect((await buy(ann, 'yearly')).status).toBe(200)
    const own = await customerOf(ann)
    const pages = [...standIn.tables.sessions.values()].filter(({ customer }) => customer === own)
    expect(pages.map(({ status, amount_total }) => [status, amount_total])).toEqual([
      ['expired', 800],
      ['open', 6000],
    ])
  })

  test('a call waits for an unresponsive Stripe only as long as its own time limit, including retries', async () => {
    const impatient = await buildApp({
      db,
      keys,
      clock,
      logger: false,
      config,
      services: { payments: openStripe({ ...settings, timeoutMs: 200 }) },
    })
    // The call would eventually succeed, but only after the client's timeout.
    standIn.trouble({ kind: 'slow', ms: 30_000 })
    const payload = { planType: 'monthly', priceId: priceOf('monthly') }
    const headers = { authorization: `Bearer ${ann.token}`, origin }
    const reply = await impatient.inject({ method: 'POST', url: '/api/create-checkout-session', headers, payload })
    expect(reply.statusCode).toBe(503)
    await impatient.close()
  })

  test('Stripe distinguishes codes: valid, expired, used up, for someone else', async () => {
    for (const code of ['NOBODYS', 'EXPIRED', 'USEDUP', 'BIGONLY'])
      expect(await buy(ann, 'monthly', code)).toMatchObject({ status: 422, body: { message: /discount code/ } })
    expect((await buy(ann, 'monthly', 'SPRING25')).status).toBe(200)
  })
})

describe('referrals', () => {
  const bring = async (referrer: { token: string }, email: string) => {
    const { referralCode } = (await call(referrer, 'GET', '/api/referral/info')).body
    const { token, user } = (await call({ token: '' }, 'POST', '/api/auth/register', { email, password: 'first-bell', ref: referralCode }))
      .body
    return { token, userId: user.id as string, email }
  }
  const creditsOf = async (who: { token: string }) => (await call(who, 'GET', '/api/referral/info')).body

  test('give both a month once the friend has paid, which reduces the next invoice once', async () => {
    const ben = await bring(ann, 'ben@school.example')
    await subscribe(ann, 'monthly')
    expect(await creditsOf(ann)).toMatchObject({ referralCredits: 0, referralsCount: 0, waitingCount: 1 })
    standIn.webhooks.copies = 3
    await subscribe(ben, 'yearly')
    standIn.webhooks.copies = 1
    expect(await creditsOf(ann)).toMatchObject({ referralCredits: 1, referralsCount: 1, waitingCount: 0, credits: [{ amount: 800 }] })
    expect(await creditsOf(ben)).toMatchObject({ referralCredits: 1, referralsCount: 0 })
    expect((await userOf(db, ann.userId, clock(), { keys })).referralCredits).toBe(1)
    await change(() => standIn.advance(31.2))
    const [last] = (await stripe.invoices.list({ customer: await customerOf(ann) })).data
    expect([last?.status, last?.amount_due, last?.amount_paid]).toEqual(['paid', 0, 0])
    expect((await userOf(db, ann.userId, clock(), { keys })).referralCredits).toBe(0)
    const given = await stripe.customers.listBalanceTransactions(await customerOf(ann))
    expect(given.data.filter(({ metadata }) => metadata?.['credit'])).toHaveLength(1)
  })

  test.each([
    ['by another spelling of the address', { email: `${'Ann.Lee+2@gmail.com'}` }],
    ['by the same card', { email: 'quite.another@school.example', isSameCard: true }],
  ])('give nothing to teachers who refer themselves: %s', async (_how, { email, isSameCard }: { email: string; isSameCard?: boolean }) => {
    await pool.query(`update users set email = 'annlee@gmail.com' where id = $1`, [ann.userId])
    await subscribe(ann, 'monthly')
    const self = await bring(ann, email)
    const { body } = await buy(self, 'monthly')
    await standIn.pay(body.url, isSameCard ? { of: await customerOf(ann) } : 'good')
    expect(await creditsOf(ann)).toMatchObject({ referralCredits: 0, referralsCount: 0, waitingCount: 0 })
    expect(await creditsOf(self)).toMatchObject({ referralCredits: 0 })
  })

  test.each([
    ['refunded in full', async (customer: string) => standIn.refund(customer)],
    ['lost to a dispute', async (customer: string) => standIn.closeDispute(await standIn.dispute(customer), 'lost')],
  ])('are reversed for both if the month is unused and all that the friend paid is %s', async (_how, give) => {
    const ben = await bring(ann, 'ben@school.example')
    await subscribe(ben, 'monthly')
    expect([(await creditsOf(ann)).referralCredits, (await creditsOf(ben)).referralCredits]).toEqual([1, 1])
    await change(async () => standIn.refund(await customerOf(ben), 300))
    expect((await creditsOf(ann)).referralCredits).toBe(1)
    await change(async () => give(await customerOf(ben)))
    expect(await creditsOf(ann)).toMatchObject({ referralCredits: 0, referralsCount: 0, waitingCount: 0, credits: [] })
    expect(await creditsOf(ben)).toMatchObject({ referralCredits: 0 })
    expect((await userOf(db, ann.userId, clock(), { keys })).referralCredits).toBe(0)
  })

  test('leave a used month with its owner, even if the friend gets a refund', async () => {
    const ben = await bring(ann, 'ben@school.example')
    await subscribe(ann, 'monthly')
    await subscribe(ben, 'yearly')
    await change(() => standIn.advance(31.2))
    await change(async () => standIn.refund(await customerOf(ben)))
    expect((await pool.query('select ended_as from referral_credits order by ended_as')).rows).toEqual([
      { ended_as: 'applied' },
      { ended_as: 'returned' },
    ])
  })

  test('give nothing while the friend pays nothing', async () => {
    const ben = await bring(ann, 'ben@school.example')
    await subscribe(ben, 'monthly', 'ALLFREE')
    expect(await statusOf(ben)).toBe('PROTEACHERACTIVE')
    expect(await creditsOf(ann)).toMatchObject({ referralCredits: 0, waitingCount: 1 })
  })
})

function* permutations<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries())
    for (const rest of permutations([...items.slice(0, index), ...items.slice(index + 1)])) yield [item, ...rest]
}
