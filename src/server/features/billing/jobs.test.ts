import { beforeEach, expect, test } from 'vitest'
import { PaymentsFailed } from '#server/lib/integrations/payments.ts'
import { CLOSED_MAIL_QUEUE } from '#server/lib/mail/mail-queue.ts'
import { clock, db, keys, pool, runJob } from '#test/app.ts'
import { askForPlan, askForPlans } from './jobs.ts'
import { aPaymentService } from './samples.ts'

const stripe = aPaymentService()
const CUSTOMERS = 120
const JOBS = { 'ask-for-plans': askForPlans, 'ask-for-plan': askForPlan }

beforeEach(async () => {
  stripe.clear()
  await pool.query(
    `with people as (
       insert into users (email, timezone, preferences, created_at)
       select 'teacher.' || n || '@school.example', 'UTC', '{}', $1::timestamptz from generate_series(1, ${CUSTOMERS}) n returning id, email),
     plans as (insert into subscriptions (user_id, status, free_trial_started) select id, 'TRIAL', $1::timestamptz from people),
     paid as (
       insert into billing_subscriptions (id, user_id, status, plan_type, price_id, amount, interval, period_end)
       select 'sub_' || email, id, 'active', 'monthly', 'price_monthly', 800, 'month', $1::timestamptz from people)
     insert into billing_customers (user_id, customer_id) select id, 'cus_' || email from people`,
    [clock()],
  )
})

const parts = { db, keys, services: { payments: stripe.payments }, mailQueue: CLOSED_MAIL_QUEUE, signal: new AbortController().signal }
const run = (name: keyof typeof JOBS, payload: unknown) => runJob(JOBS[name], { ...parts, now: clock(), payload })
/** Runs queued jobs until the queue is empty. Returns their names. */
const runQueued = async (): Promise<string[]> => {
  const done: string[] = []
  for (;;) {
    const { rows } = await pool.query('delete from jobs where id = (select id from jobs order by id limit 1) returning name, payload')
    if (rows.length === 0) return done
    await run(rows[0].name, rows[0].payload)
    done.push(rows[0].name)
  }
}
const answered = async () => (await pool.query('select count(*)::int from billing_customers where answered > 0')).rows[0].count

test('every customer is refreshed in a night, fifty per job', async () => {
  await run('ask-for-plans', {})
  expect(await answered()).toBe(50)
  expect(await runQueued()).toEqual(['ask-for-plans', 'ask-for-plans'])
  expect(await answered()).toBe(CUSTOMERS)
})

test('a customer that fails at Stripe does not hold up others and is retried', async () => {
  Object.assign(stripe.fault, { now: new PaymentsFailed('away', 'no answer'), only: 'stateOf 7' })
  await run('ask-for-plans', {})
  expect(await answered()).toBe(49)
  stripe.fault.now = undefined
  expect(await runQueued()).toEqual(['ask-for-plan', 'ask-for-plans', 'ask-for-plans'])
  expect(await answered()).toBe(CUSTOMERS)
})

test('three customers that Stripe refuses do not hold up the others either', async () => {
  stripe.fault.now = new PaymentsFailed('refused', 'no such customer')
  await run('ask-for-plans', {})
  expect((await pool.query('select name, count(*)::int from jobs group by name order by name')).rows).toEqual([
    { name: 'ask-for-plan', count: 50 },
    { name: 'ask-for-plans', count: 1 },
  ])
})

test('while Stripe is down the page is retried, and nothing is queued', async () => {
  stripe.fault.now = new PaymentsFailed('away', 'no answer')
  await expect(run('ask-for-plans', {})).rejects.toThrow()
  expect(stripe.calls).toHaveLength(3)
  expect(await runQueued()).toEqual([])
})
