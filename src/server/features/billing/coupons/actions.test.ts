// @module-tag engine
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { clock, config, db, doJob, pool, setClock } from '#test/app.ts'
import { forgetOldEvents } from '../jobs.ts'
import { aPaymentService, PRICE_IDS } from '../samples.ts'

const stripe = aPaymentService()
const services = { payments: stripe.payments }
const oldKey = newKey()
const startWith = (written: string) => buildApp({ db, keys: makeKeyRing(written), clock, logger: false, config, services })
const app = await startWith(oldKey)
afterAll(() => app.close())
beforeEach(() => {
  stripe.clear()
  stripe.coupons.set('ALLFREE', 'promo_free')
  stripe.coupons.set('SPRING', 'promo_spring')
})

const PASSWORD = 'first-bell-rings'
const post = async (url: string, { token = '', body = {}, server = app }: { token?: string; body?: object; server?: typeof app }) => {
  const headers = { authorization: `Bearer ${token}`, origin: 'https://plan.example' }
  const reply = await server.inject({ method: 'POST', url, payload: body, headers })
  return { status: reply.statusCode, body: reply.json() }
}
const signUp = async (email: string, server = app): Promise<string> =>
  (await post('/api/auth/register', { body: { email, password: PASSWORD }, server })).body.token
const buy = (token: string, couponCode: string, server = app) =>
  post('/api/create-checkout-session', { token, body: { planType: 'monthly', priceId: PRICE_IDS.monthly, couponCode }, server })
const leave = (token: string) => post('/api/user/delete', { token, body: { password: PASSWORD, confirmation: 'DELETE' } })
/** Signs up a teacher, opens a Checkout page with the code ALLFREE, optionally pays, and deletes the account. */
const useAndLeave = async (email: string, isPaid = true) => {
  const token = await signUp(email)
  expect((await buy(token, 'ALLFREE')).status).toBe(200)
  const [page] = stripe.checkouts.values()
  if (!page) throw new Error('A page is open')
  const event = { id: `evt_${email}`, customerId: page.customerId, checkout: { id: page.id, isPaid: true } }
  if (isPaid) expect((await post('/api/billing/webhook', { body: event })).status).toBe(200)
  expect((await leave(token)).status).toBe(200)
}
const kept = async () => (await pool.query('select * from past_coupons')).rows
const USED = { status: 422, body: { code: 'refused_by_rule', message: 'You’ve already used this discount code.' } }

test.each(['maya.rivera@gmail.com', 'MayaRivera+again@googlemail.com'])(
  'a teacher who deletes the account and signs up again as %s cannot reuse their discount code, but can use another',
  async (email) => {
    await useAndLeave('maya.rivera@gmail.com')
    const token = await signUp(email)
    expect(await buy(token, 'ALLFREE')).toMatchObject(USED)
    expect((await buy(token, 'SPRING')).status).toBe(200)
  },
)

test('a teacher who never paid with a code can still use it, and so can everybody else', async () => {
  await useAndLeave('lee@school.example', false)
  expect((await buy(await signUp('lee@school.example'), 'ALLFREE')).status).toBe(200)
  stripe.checkouts.clear()
  await useAndLeave('maya@school.example')
  expect((await buy(await signUp('ben@school.example'), 'ALLFREE')).status).toBe(200)
})

test('the stored hash names neither the teacher nor the code, is found with an older key, and is deleted after twelve months', async () => {
  await useAndLeave('maya.rivera@gmail.com')
  const [row] = await kept()
  expect(Object.keys(row)).toEqual(['fingerprint', 'deleted_at'])
  expect(JSON.stringify(row).toLowerCase()).not.toMatch(/maya|rivera|gmail|promo|free/)
  const later = await startWith(`${newKey()},${oldKey}`)
  expect(await buy(await signUp('maya.rivera@gmail.com', later), 'ALLFREE', later)).toMatchObject(USED)
  await later.close()
  await doJob(forgetOldEvents, new Date('2027-11-18T13:59:59Z'))
  expect(await kept()).toHaveLength(1)
  await doJob(forgetOldEvents, new Date('2027-11-18T14:00:01Z'))
  expect(await kept()).toEqual([])
  setClock('2027-11-18T14:00:01Z')
  expect((await buy(await signUp('mayarivera@gmail.com'), 'ALLFREE')).status).toBe(200)
})
