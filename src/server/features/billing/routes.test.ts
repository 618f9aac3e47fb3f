// @module-tag engine
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { PaymentsFailed } from '#server/lib/integrations/payments.ts'
import { call as callUnset, clock, config, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { startListening } from '#test/listening.ts'
import { askForPlans, endPlans, leaveStripe } from './jobs.ts'
import { anInvoice, aPaymentService, aSubscription, PRICE_IDS } from './samples.ts'

const world = aPaymentService()
const services = { payments: world.payments }
const app = await buildApp({ db, keys, clock, logger: false, config, services })
afterAll(() => app.close())

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  world.clear()
  ann = await aTeacher(db, { now: clock() })
})

type Options = { token?: string; body?: unknown; headers?: Record<string, string> }
const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, { token = ann.token, body, headers }: Options = {}) => {
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : (body as object)
  const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${token}`, ...headers }, ...(payload && { payload }) })
  return { status: reply.statusCode, body: reply.json() }
}
const buy = (planType: keyof typeof PRICE_IDS = 'monthly', more: object = {}) =>
  call('POST', '/api/create-checkout-session', {
    body: { planType, priceId: PRICE_IDS[planType], ...more },
    headers: { origin: 'https://plan.example' },
  })
let events = 0
const sendEvent = (event: object) =>
  app.inject({
    method: 'POST',
    url: '/api/billing/webhook',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ id: `evt_${++events}`, ...event }),
  })
const customerId = async (): Promise<string> => (await pool.query('select customer_id from billing_customers')).rows[0]?.customer_id
const statusOf = async () => (await call('GET', '/api/user')).body.subscriptionStatus
const write = () => call('POST', '/api/calendar', { body: { date: '2026-11-20', blocks: [] } })

/** Sets Ann's subscriptions in Stripe and sends a webhook event. */
const has = async (...subscriptions: Parameters<typeof aSubscription>[0][]) => {
  if (!(await customerId())) await buy()
  world.states.set(await customerId(), { subscriptions: subscriptions.map(aSubscription), invoices: [anInvoice()], cards: ['card_ann'] })
  expect((await sendEvent({ customerId: await customerId() })).statusCode).toBe(200)
}

describe('what is for sale', () => {
  test('is public, with the prices', async () => {
    expect((await call('GET', '/api/billing', { token: '' })).body).toEqual({ state: 'on', prices: PRICE_IDS })
    expect((await callUnset('GET', '/api/billing')).body).toEqual({ state: 'unset', prices: {} })
  })

  test('cannot be bought if payments are not set up, with the specified message', async () => {
    for (const [url, body] of [
      ['/api/billing/portal', undefined],
      ['/api/create-checkout-session', { planType: 'monthly', priceId: 'x' }],
    ] as const)
      expect(await callUnset('POST', url, { token: ann.token, body })).toMatchObject({
        status: 503,
        body: { code: 'not_configured', message: expect.stringContaining('being configured') },
      })
  })

  test('is not sold if everything is free, and everybody can edit forever', async () => {
    const free = await buildApp({ db, keys, clock, logger: false, config: { ...config, isFree: true }, services })
    setClock('2027-11-18T14:00:00Z')
    const { token } = (
      await free.inject({ method: 'POST', url: '/api/auth/login', payload: { email: ann.email, password: ann.password } })
    ).json()
    const headers = { authorization: `Bearer ${token}` }
    expect((await free.inject({ url: '/api/billing' })).json()).toEqual({ state: 'off', prices: {} })
    expect((await free.inject({ url: '/api/user', headers })).json().subscriptionStatus).toBe('PROTEACHERACTIVE')
    const payload = { date: '2027-11-19', blocks: [] }
    expect((await free.inject({ method: 'POST', url: '/api/calendar', headers, payload })).statusCode).toBe(201)
    await free.close()
  })

  test('does not include the add-on if AI is for everybody', async () => {
    const open = await buildApp({ db, keys, clock, logger: false, config: { ...config, isAiForEverybody: true }, services })
    const { monthly, yearly, ai_addon: priceId } = PRICE_IDS
    expect((await open.inject({ url: '/api/billing' })).json()).toEqual({ state: 'on', prices: { monthly, yearly } })
    const headers = { authorization: `Bearer ${ann.token}` }
    const payload = { planType: 'ai_addon', priceId }
    const reply = await open.inject({ method: 'POST', url: '/api/create-checkout-session', headers, payload })
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'refused_by_rule'])
    await open.close()
  })
})

describe('a teacher at checkout', () => {
  test('is sent to Stripe, which grants nothing by itself', async () => {
    const { status, body } = await buy()
    expect(status).toBe(200)
    expect(body.url).toMatch(/^https:\/\/pay\.example\/pay\/cs_/)
    expect(await statusOf()).toBe('TRIAL')
  })

  test('gets one page and one customer for a double click', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => buy()))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1)
    expect((await buy()).body.url).toBe(replies[0]?.body.url)
    expect([...world.checkouts.values()].filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  test('closes the monthly page by choosing the year', async () => {
    const first = (await buy('monthly')).body.url
    const second = (await buy('yearly')).body.url
    expect(second).not.toBe(first)
    expect([...world.checkouts.values()].map(({ status, priceId }) => [priceId, status])).toEqual([
      [PRICE_IDS.monthly, 'expired'],
      [PRICE_IDS.yearly, 'open'],
    ])
  })

  test('has a separate page for the add-on', async () => {
    await buy('monthly')
    await buy('ai_addon')
    expect([...world.checkouts.values()].map(({ status }) => status)).toEqual(['open', 'open'])
  })

  test('with an active plan is sent to the billing portal, even before the event arrives', async () => {
    await buy()
    world.states.set(await customerId(), { subscriptions: [aSubscription()], invoices: [], cards: [] })
    expect((await buy('yearly')).body.url).toBe(`https://pay.example/portal/${await customerId()}`)
    expect((await buy('ai_addon')).body.url).toContain('/pay/')
  })

  test('cannot use an unknown price, or the price of another plan', async () => {
    for (const body of [
      { planType: 'monthly', priceId: 'price_of_a_cent' },
      { planType: 'yearly', priceId: PRICE_IDS.monthly },
    ])
      expect((await call('POST', '/api/create-checkout-session', { body })).status).toBe(422)
    expect(world.calls).toEqual([])
  })

  test('gets an error for an unknown code, and can use a known one once', async () => {
    expect(await buy('monthly', { couponCode: 'WELCOME' })).toMatchObject({ status: 422, body: { message: /discount code/ } })
    world.coupons.set('WELCOME', 'promo_1')
    expect((await buy('monthly', { couponCode: 'WELCOME' })).status).toBe(200)
    expect([...world.checkouts.values()].map(({ coupon }) => coupon)).toEqual(['promo_1'])
    const [session] = world.checkouts.keys()
    await sendEvent({ customerId: await customerId(), checkout: { id: session, isPaid: true } })
    expect(await buy('monthly', { couponCode: 'WELCOME' })).toMatchObject({ status: 422, body: { message: /used this discount code/ } })
  })

  test('can try ten codes, and one more every six minutes, and is not limited without a code', async () => {
    const tried = (couponCode: string) => buy('monthly', { couponCode })
    for (let count = 0; count < 10; count++) expect((await tried(`GUESS${count}`)).status).toBe(422)
    world.coupons.set('WELCOME', 'promo_1')
    expect(await tried('WELCOME')).toMatchObject({ status: 429, body: { code: 'too_many', message: /discount codes/ } })
    expect(world.calls.filter((name) => name === 'couponOf')).toHaveLength(10)
    expect((await buy()).status).toBe(200)
    setClock('2026-11-18T14:06:00Z')
    expect((await tried('WELCOME')).status).toBe(200)
  })

  test('must sign up first as a guest', async () => {
    const { token } = (await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })).body
    for (const [method, url] of [
      ['POST', '/api/create-checkout-session'],
      ['POST', '/api/billing/portal'],
      ['GET', '/api/referral/info'],
    ] as const) {
      const body = url.includes('checkout') ? { planType: 'monthly', priceId: PRICE_IDS.monthly } : undefined
      expect((await call(method, url, { token, body })).body.code).toBe('sign_up_needed')
    }
  })

  test('gets an error while Stripe is down, and nothing is half done', async () => {
    world.fault.now = new PaymentsFailed('away', 'away')
    expect(await buy()).toMatchObject({ status: 503, body: { message: 'Failed to create checkout session' } })
    world.fault.now = undefined
    expect((await buy()).status).toBe(200)
    world.fault.now = new PaymentsFailed('away', 'away')
    expect((await buy('yearly')).status).toBe(503)
    expect(await call('POST', '/api/billing/portal')).toMatchObject({ status: 503, body: { message: /temporarily unavailable/ } })
    world.fault.now = undefined
    expect((await buy('yearly')).status).toBe(200)
    expect([...world.checkouts.values()].filter(({ status }) => status === 'open')).toHaveLength(1)
  })

  test('can confirm a payment twenty times an hour at most, and never as a guest', async () => {
    await buy()
    world.calls.length = 0
    const statuses: number[] = []
    for (let count = 0; count < 21; count++) statuses.push((await call('POST', '/api/billing/confirm')).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect(world.calls).toEqual(Array(20).fill('checkoutOf'))
    const { token } = (await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })).body
    expect((await call('POST', '/api/billing/confirm', { token })).body.code).toBe('sign_up_needed')
  })

  test('has no billing portal before the first checkout', async () => {
    expect((await call('POST', '/api/billing/portal')).status).toBe(404)
  })
})

describe('a webhook event', () => {
  test('unlocks the planner', async () => {
    setClock('2026-11-26T14:00:00Z')
    await pool.query(`update sessions set idle_expires_at = '2027-12-18', expires_at = '2027-12-18'`)
    expect([await statusOf(), (await write()).status]).toEqual(['TRIALEXPIRED', 402])
    await has({})
    expect([await statusOf(), (await write()).status]).toEqual(['PROTEACHERACTIVE', 201])
    expect((await call('GET', '/api/subscription/status')).body).toEqual({
      items: [
        {
          planType: 'monthly',
          priceId: PRICE_IDS.monthly,
          amount: 800,
          interval: 'month',
          periodEnd: '2026-12-18T14:00:00.000Z',
          isCancelled: false,
          hasFailed: false,
        },
      ],
      grantedUntil: null,
      aiGrantedUntil: null,
    })
  })

  test('is applied once, even if sent fifty times at once', async () => {
    await buy()
    const customer = await customerId()
    world.states.set(customer, { subscriptions: [aSubscription()], invoices: [anInvoice()], cards: [] })
    const same = { id: 'evt_same', customerId: customer }
    const replies = await Promise.all(Array.from({ length: 50 }, () => sendEvent(same)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await pool.query('select id from billing_events')).rows).toEqual([{ id: 'evt_same' }])
    expect((await pool.query('select id from billing_subscriptions')).rows).toHaveLength(1)
  })

  test('is recorded each time if one customer has a hundred, with a few requests to Stripe', async () => {
    await buy()
    const customer = await customerId()
    world.calls.length = 0
    const replies = await Promise.all(Array.from({ length: 100 }, () => sendEvent({ customerId: customer })))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect((await pool.query('select id from billing_events')).rows).toHaveLength(100)
    expect(world.calls.length).toBeLessThanOrEqual(4)
  })

  test('is refused each time while Stripe is down, and the next one is applied', async () => {
    await buy()
    const customer = await customerId()
    world.fault.now = new PaymentsFailed('away', 'away')
    const replies = await Promise.all(Array.from({ length: 10 }, () => sendEvent({ customerId: customer })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(503))
    world.fault.now = undefined
    expect((await sendEvent({ customerId: customer })).statusCode).toBe(200)
    expect((await pool.query('select id from billing_events')).rows).toHaveLength(1)
  })

  test('for an unknown customer, or without one, is accepted and ignored', async () => {
    expect((await sendEvent({ customerId: 'cus_of_nobody' })).statusCode).toBe(200)
    expect((await sendEvent({})).statusCode).toBe(200)
    expect((await pool.query('select id from billing_events')).rows).toEqual([])
  })

  test('may be 512 kB long', async () => {
    const ofBytes = (length: number) => sendEvent({ name: 'x'.repeat(length) })
    expect([(await ofBytes(511_000)).statusCode, (await ofBytes(525_000)).statusCode]).toEqual([200, 413])
  })

  test('forged is refused', async () => {
    const reply = await app.inject({ method: 'POST', url: '/api/billing/webhook', payload: 'forged' })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'malformed'])
  })

  test('is refused while Stripe is down, and applied when it is retried', async () => {
    await buy()
    world.states.set(await customerId(), { subscriptions: [aSubscription()], invoices: [], cards: [] })
    const event = { id: 'evt_again', customerId: await customerId() }
    world.fault.now = new PaymentsFailed('away', 'away')
    expect((await sendEvent(event)).statusCode).toBe(503)
    expect(await statusOf()).toBe('TRIAL')
    world.fault.now = undefined
    expect((await sendEvent(event)).statusCode).toBe(200)
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
  })

  test('is logged once per change of a plan: started, switched, canceled, resumed, ended', async () => {
    const acts = async () => (await pool.query('select act, actor_id, subject_id from audit_log order by id')).rows
    await has({ status: 'incomplete' })
    expect(await acts()).toEqual([])
    await has({})
    await has({})
    await has({ planType: 'yearly' })
    await has({ endsAt: new Date('2026-12-18T14:00:00Z'), planType: 'yearly' })
    await has({ planType: 'yearly' }, { id: 'sub_ai', planType: 'ai_addon' })
    await has({ planType: 'yearly', status: 'canceled' }, { id: 'sub_ai', planType: 'ai_addon', endsAt: new Date('2026-12-18T14:00:00Z') })
    for (let turn = 0; turn < 2; turn++) await doJob(endPlans, new Date('2026-12-18T14:00:00Z'))
    expect(await acts()).toEqual(
      ['plan.begun', 'plan.switched', 'plan.cancelled', 'plan.resumed', 'addon.begun', 'plan.ended', 'addon.ended'].map((act) => ({
        act,
        actor_id: null,
        subject_id: ann.userId,
      })),
    )
  })

  test('that was lost is recovered at night', async () => {
    await buy()
    world.states.set(await customerId(), { subscriptions: [aSubscription()], invoices: [], cards: [] })
    await doJob(askForPlans, clock(), { services })
    expect(await statusOf()).toBe('PROTEACHERACTIVE')
  })
})

test('a canceled plan ends on time, with or without the job', async () => {
  await pool.query(`update sessions set idle_expires_at = '2027-12-18', expires_at = '2027-12-18'`)
  await has({ endsAt: new Date('2026-12-18T14:00:00Z') })
  expect((await call('GET', '/api/subscription/status')).body.items).toMatchObject([{ isCancelled: true }])
  setClock('2026-12-18T13:59:59Z')
  expect(await statusOf()).toBe('PROTEACHERACTIVE')
  setClock('2026-12-18T14:00:00Z')
  expect([await statusOf(), (await write()).status]).toEqual(['PROTEACHEREXPIRED', 402])
  await doJob(endPlans)
  expect((await pool.query('select status from subscriptions')).rows).toEqual([{ status: 'PROTEACHEREXPIRED' }])
})

test('a platform admin can edit after their own trial, and a teacher can’t', async () => {
  await pool.query(`update sessions set idle_expires_at = '2026-12-18'`)
  setClock('2026-11-26T14:00:00Z')
  expect((await write()).status).toBe(402)
  await pool.query('update user_roles set is_admin = true')
  expect((await write()).status).toBe(201)
})

test('trials that are over are marked as expired, for teachers and not for guests', async () => {
  await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
  await doJob(endPlans, new Date('2026-11-25T13:59:59Z'))
  expect((await pool.query(`select status from subscriptions where status <> 'TRIAL'`)).rows).toEqual([])
  await doJob(endPlans, new Date('2026-11-25T14:00:00Z'))
  expect((await pool.query(`select user_id from subscriptions where status = 'TRIALEXPIRED'`)).rows).toEqual([{ user_id: ann.userId }])
})

test('a person who deletes their account stops paying, even if Stripe is down at that moment', async () => {
  await has({})
  const customer = await customerId()
  world.fault.now = new PaymentsFailed('away', 'away')
  expect((await call('POST', '/api/user/delete', { body: { confirmation: 'DELETE' } })).status).toBe(200)
  const { rows } = await pool.query(`select payload from jobs where name = 'leave-stripe'`)
  expect(rows).toEqual([{ payload: { customerId: customer } }])
  const { payload } = rows[0]
  await expect(doJob(leaveStripe, clock(), { services, payload })).rejects.toThrow()
  world.fault.now = undefined
  for (let turn = 0; turn < 2; turn++) await doJob(leaveStripe, clock(), { services, payload })
  expect(world.states.has(customer)).toBe(false)
  expect([...world.checkouts.values()].map(({ status }) => status)).toEqual(['expired'])
})

test('a change of plan is sent to the person’s open pages', async () => {
  await buy()
  const told: string[] = []
  const notices = await startListening()
  notices.subscribe((notice) => notice?.kind === 'people' && told.push(...notice.ids))
  await has({})
  await expect.poll(() => told).toContain(ann.userId)
  await notices.close()
})
