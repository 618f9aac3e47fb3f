// @module-tag engine
/** Concurrency tests. With a PostgreSQL test database, each request has its own connection. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { uniqueViolationOf } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { call, clock, db, doJob, keys, pool } from '#test/app.ts'
import { refresh } from './actions.ts'
import { checkOut } from './checkout/actions.ts'
import { insertCustomer } from './queries.ts'
import { applyCredits, giveCredit, refer, referralInfo } from './referral/actions.ts'
import { useCredits } from './referral/jobs.ts'
import { insertCredit, insertReferral } from './referral/queries.ts'
import { anInvoice, aPaymentService, aSubscription, PRICE_IDS } from './samples.ts'

const ROUNDS = 10
const world = aPaymentService()
const asking = () => ({ db, payments: world.payments, mailQueue: CLOSED_MAIL_QUEUE, now: clock() })
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  world.clear()
  ann = await aTeacher(db, { now: clock() })
})

const wish = (planType: keyof typeof PRICE_IDS = 'monthly', couponCode?: string) => ({
  userId: ann.userId,
  planType,
  priceId: PRICE_IDS[planType],
  couponCode,
  origin: 'https://plan.example',
})
/** Creates a friend of Ann's who has paid but whose state hasn't been refreshed from Stripe yet. */
const aPayingFriend = async () => {
  const friend = await aTeacher(db, { now: clock() })
  const customerId = `cus_${friend.userId}`
  await insertReferral(db, { referrerId: ann.userId, friendId: friend.userId, signedUpAt: clock() })
  await insertCustomer(db, { userId: friend.userId, customerId })
  const id = `sub_${friend.userId}`
  world.states.set(customerId, {
    subscriptions: [aSubscription({ id, latestInvoiceId: null })],
    invoices: [anInvoice({ id: `in_${friend.userId}`, subscriptionId: id })],
    cards: [`card_${friend.userId}`],
  })
  return { ...friend, customerId }
}

test('twenty concurrent clicks open one page, whichever plan they are for', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await times(20, (index) =>
      checkOut({ ...asking(), keys }, wish(index % 4 === 3 ? 'yearly' : 'monthly')).catch((error: unknown) =>
        error instanceof Refused ? error.code : `failed: ${error}`,
      ),
    )
    expect(answers.filter((answer) => answer.startsWith('failed'))).toEqual([])
    expect(answers.some((answer) => answer.startsWith('https:'))).toBe(true)
    expect((await pool.query('select id from billing_checkouts where paid_at is null')).rows.length).toBeLessThanOrEqual(1)
    await checkOut({ ...asking(), keys }, wish('yearly'))
    expect([...world.checkouts.values()].filter(({ status }) => status === 'open')).toHaveLength(1)
  }
})

test('a code is used on one page per person, even if plan and add-on are chosen at once', async () => {
  world.coupons.set('ONCE', 'promo_once')
  for (let round = 0; round < ROUNDS; round++) {
    await pool.query('delete from billing_checkouts')
    const answers = await times(6, (index) =>
      checkOut({ ...asking(), keys }, wish(index % 2 ? 'ai_addon' : 'monthly', 'ONCE')).then(
        () => 'opened',
        (error: Refused) => error.code,
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['opened', 'refused_by_rule']))
    expect((await pool.query('select id from billing_checkouts where coupon is not null')).rows).toHaveLength(1)
  }
})

test('a friend with many concurrent events earns both one month', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const friend = await aPayingFriend()
    await times(10, (index) => refresh(asking(), friend.customerId, [{ id: `evt_${round}_${index}`, customerId: friend.customerId }]))
    expect((await referralInfo(db, friend.userId, clock())).referralCredits).toBe(1)
    expect((await referralInfo(db, ann.userId, clock())).referralsCount).toBe(round + 1)
  }
})

describe('twelve months', () => {
  test('are the maximum, even if twenty friends pay at the same moment', async () => {
    const friends: Awaited<ReturnType<typeof aPayingFriend>>[] = []
    for (let count = 0; count < 20; count++) friends.push(await aPayingFriend())
    const failed = await Promise.all(friends.map(({ customerId }) => refresh(asking(), customerId).catch(String)))
    expect(failed.filter((error) => error !== undefined)).toEqual([])
    expect(await referralInfo(db, ann.userId, clock())).toMatchObject({ referralCredits: 12, referralsCount: 20 })
    expect((await pool.query('select referral_credits from subscriptions where user_id = $1', [ann.userId])).rows).toEqual([
      { referral_credits: 12 },
    ])
  })

  test('are the maximum that the database accepts', async () => {
    const credit = { userId: ann.userId, referralId: null, amount: 800, earnedAt: clock(), expiresAt: new Date('2027-11-18T14:00:00Z') }
    const written = await times(30, () =>
      insertCredit(db, credit).then(
        () => 'written',
        (error: unknown) => String((error as { cause?: { constraint?: string } }).cause?.constraint),
      ),
    )
    expect(written.filter((each) => each === 'written')).toHaveLength(12)
    expect(new Set(written)).toEqual(new Set(['written', 'subscriptions_credits_capped']))
  })

  test('expire when unused, and make room for new ones', async () => {
    const credit = { userId: ann.userId, referralId: null, amount: 800, earnedAt: clock() }
    await insertCredit(db, { ...credit, expiresAt: new Date('2026-12-01T00:00:00Z') })
    await insertCredit(db, { ...credit, expiresAt: new Date('2027-11-18T14:00:00Z') })
    const later = new Date('2026-12-01T00:00:00Z')
    expect((await referralInfo(db, ann.userId, later)).credits).toEqual([{ amount: 800, expiresOn: '2027-11-18' }])
    await pool.query(`update users set timezone = 'Pacific/Kiritimati'`)
    expect((await referralInfo(db, ann.userId, later)).credits).toEqual([{ amount: 800, expiresOn: '2027-11-19' }])
    await doJob(useCredits, later)
    expect((await pool.query('select referral_credits from subscriptions where user_id = $1', [ann.userId])).rows).toEqual([
      { referral_credits: 1 },
    ])
  })
})

test('a credit is applied to one renewal, even by concurrent calls, and a year takes seven', async () => {
  await insertCustomer(db, { userId: ann.userId, customerId: 'cus_ann' })
  const year = aSubscription({ planType: 'yearly', amount: 6000, interval: 'year', periodEnd: new Date('2026-11-20T00:00:00Z') })
  world.states.set('cus_ann', { subscriptions: [year], invoices: [anInvoice()], cards: [] })
  await refresh(asking(), 'cus_ann')
  const credit = { userId: ann.userId, referralId: null, amount: 800, earnedAt: clock(), expiresAt: new Date('2027-11-18T14:00:00Z') }
  await times(10, () => insertCredit(db, credit))
  const ids = (await times(8, () => applyCredits(db, ann.userId, { now: clock() }))).flat()
  expect(new Set(ids).size).toBe(7)
  expect(ids).toHaveLength(7)
  await Promise.all([...ids, ...ids].map((id) => giveCredit(db, world.payments, id, clock())))
  expect([...world.credits.values()]).toEqual(Array(7).fill(800))
  expect((await referralInfo(db, ann.userId, clock())).referralCredits).toBe(3)
})

test('a person is referred once, even by two friends at once', async () => {
  const [ben, cleo] = [await aTeacher(db), await aTeacher(db)]
  const codes = await Promise.all([ben, cleo].map(async ({ userId }) => (await referralInfo(db, userId, clock())).referralCode))
  await times(10, (index) => refer(db, { friendId: ann.userId, code: codes[index % 2] ?? '' }, clock()))
  expect((await pool.query('select id from referrals')).rows).toHaveLength(1)
})

test('concurrent requests for a code return the same one', async () => {
  const codes = await times(10, async () => (await referralInfo(db, ann.userId, clock())).referralCode)
  expect(new Set(codes).size).toBe(1)
  expect(codes[0]).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
})

test('a trial starts once: a guest who signs up in many tabs at once has one, and the same address cannot start a second', async () => {
  const { body: guest } = await call('POST', '/api/auth/guest', { body: { timezone: 'UTC' } })
  const account = { email: 'maya@school.example', password: 'first-bell' }
  const replies = await times(5, () => call('POST', '/api/auth/guest/sign-up', { token: guest.token, body: account }))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await call('POST', '/api/auth/register', { body: account })).status).toBe(409)
  expect((await pool.query('select user_id from subscriptions where user_id = $1', [guest.user.id])).rows).toHaveLength(1)
})

test('the database refuses two people with one customer id', async () => {
  await insertCustomer(db, { userId: ann.userId, customerId: 'cus_ann' })
  const ben = await aTeacher(db)
  const failed = await pool
    .query('insert into billing_customers (user_id, customer_id) values ($1, $2)', [ben.userId, 'cus_ann'])
    .catch((error: unknown) => uniqueViolationOf(error))
  expect(failed).toBe('billing_customers_customer_id_unique')
})
