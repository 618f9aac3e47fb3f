/**
 * Fails each query of each call once. Only that call may fail, and the server must keep running.
 *
 * 1. Makes every call once for each of its queries, against a listening server. All attempts of a call use the same data.
 * 2. Allows no uncaught errors, because they would end the process and abort all other users' calls.
 * 3. A read that returns a success status must return complete data.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { forgetGuests } from '#server/features/accounts/guests/jobs.ts'
import { sendCampaign } from '#server/features/admin/campaigns/jobs.ts'
import { countActiveTeachers } from '#server/features/admin/overview/jobs.ts'
import { askForPlans, endPlans } from '#server/features/billing/jobs.ts'
import { sendReminders } from '#server/features/billing/reminders/jobs.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { unsubscribeToken } from '#server/features/mail/unsubscribe/policy.ts'
import { sendPasswordLink } from '#server/features/sign-in/reset/jobs.ts'
import { aDailyTemplate } from '#server/features/templates/samples.ts'
import { LETTERS } from '#server/letters.ts'
import type { Json } from '#server/lib/http/examples.ts'
import { makeWorker } from '#server/lib/jobs/worker.ts'
import { apiRoutesOf, addressOf as sampleAddressOf } from './api-routes.ts'
import { app, clock, config, db, keys, pool } from './app.ts'
import { failingDatabase } from './failing-database.ts'
import { addressOf, aWorld, REQUESTS, type Request, services, type World } from './world-of-calls.ts'

/** Reads with a deterministic response. Excludes the server status. */
const COMPARED = /^GET (?!\/api\/admin\/system)/
/** Higher than the number of queries that any call makes. */
const MAX_QUERIES = 150

const failing = failingDatabase(pool)
const start = async () => {
  const server = await buildApp({ db: failing.db, keys, clock, logger: false, config, services })
  return { server, origin: await server.listen({ port: 0 }) }
}
let { server, origin } = await start()
afterAll(() => server.close())
/** Restarts the server, which resets its rate limits. */
const startAgain = async (): Promise<void> => {
  await pool.query('delete from limits')
  await server.close()
  ;({ server, origin } = await start())
}

const uncaught: unknown[] = []
const note = (error: unknown): void => void uncaught.push(error)
beforeAll(() => void process.on('uncaughtException', note).on('unhandledRejection', note))
afterAll(() => void process.off('uncaughtException', note).off('unhandledRejection', note))

/** Reads that depend on more than our server: Google's pages, a backup folder, or a single-use link. */
const LEFT_OUT = ['/api/auth/google', '/api/auth/oidc', '/api/admin/backups', '/api/admin/backups/:name', '/api/downloads/:token']
const reads = apiRoutesOf(app).filter(({ method, url }) => method === 'GET' && !(`${method} ${url}` in REQUESTS) && !LEFT_OUT.includes(url))
const RANGE = { from: '2026-11-16', to: '2026-11-27' }
/** Returns the query parameters for a call. Ids in the path are filled in separately. */
const queryOf = (w: World, url: string): Record<string, string> => {
  if (url === '/api/calendar/history') return { date: '2026-11-18' }
  if (url === '/api/exports') return { ...RANGE, format: 'csv' }
  if (url === '/api/calendar/search') return { q: 'fractions' }
  if (url === '/api/mail/unsubscribe') return { token: unsubscribeToken(keys, { userId: w.ann.userId }) }
  return /calendar|outline|lessons/.test(url) ? RANGE : {}
}
const paramsOf = (w: World, url: string): Record<string, Json> => {
  if (url.endsWith(':email')) return { email: w.ann.email }
  if (url.startsWith('/api/classes')) return { id: w.schoolClass }
  if (url.startsWith('/api/time-block')) return { id: w.templates.block }
  if (url.startsWith('/api/daily')) return { id: w.templates.daily }
  if (url.startsWith('/api/weekly')) return { id: w.templates.weekly }
  if (url.includes(':schoolId')) return { schoolId: w.schoolId }
  return { id: w.dora.userId, userId: w.dora.userId, page: 1, pageSize: 20 }
}
const readOf = (w: World, route: (typeof reads)[number]) => {
  const { url } = route
  const as = /^\/api\/admin\/(?:teachers|school-)/.test(url) ? 'priya' : url.startsWith('/api/admin') ? 'pat' : 'ann'
  return { as, address: sampleAddressOf(route, { params: paramsOf(w, url), query: queryOf(w, url) }) } as const
}

let w: World
beforeEach(async () => {
  failing.failAt(0)
  w = await aWorld()
})

type Reply = { status: number; text?: string }
const ask = async (
  method: string,
  address: string,
  as: Request['as'],
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Reply> => {
  const headers = {
    ...more,
    ...(as && { authorization: `Bearer ${w[as].token}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const reader = new AbortController()
  const reply = await fetch(origin + address, {
    method,
    headers,
    redirect: 'manual',
    signal: reader.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { status } = reply
  if (address !== '/api/live') return { status, text: await reply.text() }
  await reply.body?.getReader().read()
  reader.abort()
  return { status }
}

const prove = async (name: string, send: () => Promise<Reply>): Promise<void> => {
  /** Sends the request, again if a rate limit rejects it. */
  const sendOnce = async (nth: number): Promise<Reply | undefined> => {
    failing.failAt(nth)
    const reply = await send().catch(() => undefined)
    if (reply?.status !== 429) return reply
    await startAgain()
    failing.failAt(nth)
    return send().catch(() => undefined)
  }
  const whole = await sendOnce(0)
  expect(whole?.status, whole?.text).toBeLessThan(400)
  for (let nth = 1; nth < MAX_QUERIES; nth++) {
    const reply = await sendOnce(nth)
    await pause(1)
    const asked = failing.asked()
    failing.failAt(0)
    expect(uncaught.splice(0), `after query ${nth}`).toEqual([])
    expect(await fetch(`${origin}/api/health`).then(({ ok }) => ok)).toBe(true)
    if (COMPARED.test(name) && reply?.status === 200) expect(reply.text, `after query ${nth}`).toBe(whole?.text)
    if (asked < nth) return
  }
  throw new Error('The call never stops sending queries')
}

const requested = (name: string) => async (): Promise<void> => {
  const request = REQUESTS[name]?.(w)
  if (!request) throw new Error(`${name} has no request`)
  if (request.given) await pool.query(request.given)
  await prove(name, () => ask(name.split(' ')[0] ?? '', addressOf(name, request.ids), request.as, request.body, request.headers))
}
const readBy = (route: (typeof reads)[number]) => async (): Promise<void> => {
  const { as, address } = readOf(w, route)
  await prove(`GET ${route.url}`, () => ask('GET', address, as))
}

describe('any query of a call may fail', () => {
  for (const name of Object.keys(REQUESTS)) test(name, requested(name))
  for (const route of reads) test(`GET ${route.url}`, readBy(route))
  test('GET /api/downloads/:token', () =>
    prove('a link and its file', async () => {
      const link = await ask('POST', '/api/user/export', 'ann', undefined, { prefer: 'link' })
      return link.status === 200 ? ask('GET', JSON.parse(link.text ?? '').address, null) : link
    }))
})

describe('any query of a call may fail, even after the first page of', () => {
  const LONG = `<p>${'Fractions and decimals. '.repeat(7_000)}</p>`
  const long = (id: string) => aBlock({ id, description: LONG })
  const read = (url: string) => reads.find((each) => each.url === url) ?? expect.fail(`${url} isn’t in the list of reads`)

  test('many lessons', async () => {
    for (const day of ['16', '17', '19', '20'])
      await aDay(db, { owner: w.ann.userId, date: `2026-11-${day}`, now: clock(), blocks: [long(`a-${day}`), long(`b-${day}`)] })
    await readBy(read('/api/calendar'))()
    await requested('POST /api/user/export')()
  })

  test('many templates', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await aDailyTemplate(db, { owner: w.ann.userId, name, blocks: [long('a'), long('b')] })
    await readBy(read('/api/daily-templates'))()
    await requested('POST /api/user/export')()
  })

  test('many people', async () => {
    await pool.query(`insert into users (email, timezone, preferences, created_at)
                        select 'teacher.' || n || '@school.example', 'UTC', '{}', now() from generate_series(1, 1100) n`)
    await pool.query(
      `insert into subscriptions (user_id, status, free_trial_started) select id, 'TRIALEXPIRED', now() from users on conflict do nothing`,
    )
    await requested('POST /api/admin/export/csv')()
    await requested('POST /api/admin/export/json')()
  })
})

test('any query of the jobs may fail: mail, plans, lessons, cleanups', { tags: ['full'] }, async () => {
  const said: string[] = []
  const log = { info: () => undefined, warn: (line: object) => void said.push(JSON.stringify(line)), error: () => undefined }
  const hourly = { schedule: '37 * * * *' }
  const jobs = {
    'send-mail': { run: sendMailWith(LETTERS), isWaitedFor: true },
    'send-password-link': { run: sendPasswordLink, isWaitedFor: true },
    'send-campaign': { run: sendCampaign },
    'send-reminders': { ...hourly, run: sendReminders },
    'end-plans': { ...hourly, run: endPlans },
    'ask-for-plans': { ...hourly, run: askForPlans },
    'forget-guests': { ...hourly, run: forgetGuests },
    'count-active-teachers': { ...hourly, run: countActiveTeachers },
  }
  const asking = ['POST /api/auth/forgot-password', 'POST /api/admin/email/campaigns']
  for (let nth = 1; nth < MAX_QUERIES; nth++) {
    await startAgain()
    w = await aWorld()
    for (const name of asking) {
      const request = REQUESTS[name]?.(w)
      if (request) expect((await ask('POST', addressOf(name), request.as, request.body)).status).toBeLessThan(300)
    }
    const worker = makeWorker({ db: failing.db, jobs, keys, services, mailQueue: makeMailQueue(services, keys), log, leaseMs: 60_000 })
    await worker.runDue()
    await pool.query('update jobs set run_at = now()')
    failing.failAt(nth)
    await worker.runDue().catch(() => undefined)
    const asked = failing.asked()
    failing.failAt(0)
    await worker.stop()
    expect(uncaught.splice(0), `after query ${nth}`).toEqual([])
    if (asked < nth) return expect(said.length, 'jobs that failed').toBeGreaterThan(10)
  }
  throw new Error('There is no end to their queries')
})
