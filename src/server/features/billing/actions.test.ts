import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { clock, db, pool } from '#test/app.ts'
import { refresh } from './actions.ts'
import { insertCustomer } from './queries.ts'
import { anInvoice, aPaymentService, aSubscription } from './samples.ts'

test('an answer of Stripe that arrives after a later one changes nothing', async () => {
  const world = aPaymentService()
  const ann = await aTeacher(db, { now: clock() })
  await insertCustomer(db, { userId: ann.userId, customerId: 'cus_ann' })
  world.states.set('cus_ann', { subscriptions: [aSubscription()], invoices: [anInvoice()], cards: [] })
  let arrive: () => void = () => undefined
  const late = new Promise<void>((resolve) => (arrive = resolve))
  const stateOf = async (customerId: string) => {
    const state = await world.payments.stateOf(customerId)
    await late
    return state
  }
  const asking = { db, payments: world.payments, mailQueue: CLOSED_MAIL_QUEUE, now: clock() }
  const statusOfAnn = async () => (await pool.query('select status from subscriptions where user_id = $1', [ann.userId])).rows[0].status

  const first = refresh({ ...asking, payments: { ...world.payments, stateOf } }, 'cus_ann')
  await expect.poll(() => world.calls).toEqual(['stateOf'])
  world.states.set('cus_ann', { subscriptions: [aSubscription({ status: 'canceled' })], invoices: [anInvoice()], cards: [] })
  await refresh(asking, 'cus_ann')
  const after = await statusOfAnn()
  arrive()
  await first
  expect(after).not.toBe('PROTEACHERACTIVE')
  expect(await statusOfAnn()).toBe(after)
})
