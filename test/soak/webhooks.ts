/** Simulates Stripe after an outage: sends thousands of events at once and measures how much they slow down the planner. */
import pg from 'pg'
import { startServer } from '#test/server.ts'
import { startStripe } from '#test/world/stripe/start.ts'

const TEACHERS = 20
const READS = 200
/** Number of concurrent events. If too many waited for a connection, their signatures would expire and the server would refuse them. */
const AT_ONCE = 200
/** Delivery attempts per event. Stripe retries for three days. */
const TRIES = 5

export type Crowded = { taken: number; seconds: number; readMs: { alone: number; beside: number } }

/**
 * Sends `count` events at once, all about teachers with a plan, and reads weeks before and during delivery. The returned read times are
 * medians in milliseconds.
 */
export const soakWithWebhooks = async ({ env, count }: { env: { DATABASE_URL: string }; count: number }): Promise<Crowded> => {
  const standIn = await startStripe()
  const server = await startServer({ ...env, ...standIn.settings }, [])
  standIn.webhooks.url = `${server.origin}/api/billing/webhook`
  const database = new pg.Client(env.DATABASE_URL)
  try {
    await database.connect()
    let token = ''
    for (let number = 0; number < TEACHERS; number++) {
      const person = { email: `payer-${number}@school.example`, password: 'first-bell' }
      token = ((await server.call('POST', '/api/auth/register', { body: person })).body as { token: string }).token
      const body = { planType: 'monthly', priceId: standIn.prices.monthly }
      const { url } = (await server.call('POST', '/api/create-checkout-session', { token, body })).body as { url: string }
      await standIn.pay(url)
    }
    await standIn.webhooks.settled()
    const week = async () => {
      const began = performance.now()
      const { status } = await server.call('GET', '/api/calendar?from=2026-11-16&to=2026-11-20', { token })
      if (status !== 200) throw new Error(`A week was answered with ${status}`)
      return performance.now() - began
    }
    const median = async (isOver: (reads: number) => boolean) => {
      const times: number[] = []
      while (!isOver(times.length)) times.push(await week())
      return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    }
    const alone = await median((reads) => reads === READS)
    const changes = standIn.events().filter(({ type }) => type.startsWith('customer.subscription.'))
    const began = performance.now()
    let isDone = false
    const answers: (number | null)[] = []
    const send = async () => {
      while (answers.length < count) {
        const number = answers.push(0) - 1
        const event = { ...changes[number % changes.length], id: `evt_crowd${number}` }
        for (let tries = 0; tries < TRIES && answers[number] !== 200; tries++) answers[number] = await standIn.webhooks.send(event)
      }
    }
    const sending = Promise.all(Array.from({ length: AT_ONCE }, send)).finally(() => {
      isDone = true
    })
    const beside = await median(() => isDone)
    await sending
    const seconds = (performance.now() - began) / 1000
    const refused = answers.find((status) => status !== 200)
    if (refused !== undefined) throw new Error(`An event was answered with ${refused}`)
    const { rows } = await database.query(`select count(*)::int as taken from billing_events where id like 'evt_crowd%'`)
    return { taken: rows[0].taken, seconds, readMs: { alone, beside } }
  } finally {
    await database.end()
    await server.end('SIGTERM')
    await standIn.close()
  }
}
