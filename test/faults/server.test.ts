import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '#server/lib/db/open.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { addDays } from '#shared/dates.ts'
import { fillDataDir } from '#test/migrated.ts'
import { startPostgres } from '#test/postgres.mjs'
import { type RunningServer, runServer, startServer } from '#test/server.ts'
import { isFullSize } from '#test/size.ts'
import { startStripe } from '#test/world/stripe/start.ts'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? (isFullSize ? 5 : 1))

let folder: string
const running: RunningServer[] = []
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'firstbell-fault-')), 'data')
  await fillDataDir(folder)
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const started = async (env: Record<string, string>): Promise<RunningServer> => {
  const server = await startServer(env)
  running.push(server)
  return server
}

const signUp = async (server: RunningServer): Promise<string> => {
  const { body } = await server.call('POST', '/api/auth/register', { body: { email: 'maya@school.example', password: 'first-bell' } })
  return (body as { token: string }).token
}

const lesson = (count: number) => ({
  blocks: ['08:00', '09:00'].map((startTime, place) => ({ id: `block_${place}`, title: `Lesson ${count}`, startTime, endTime: '10:00' })),
})

test('a server killed while writing has lost nothing that it acknowledged, and no day is partly written', async () => {
  let server = await started({ DATA_DIR: folder })
  const token = await signUp(server)
  const acknowledged = new Map<string, number>()
  const sent = new Map<string, number>()
  let count = 0
  let acknowledgements = 0
  for (let round = 0; round < ROUNDS; round++) {
    const target = server
    const write = async (): Promise<void> => {
      for (;;) {
        count++
        const date = addDays('2026-09-01', count % 40)
        const mine = count
        sent.set(date, mine)
        const reply = await target.call('POST', '/api/calendar', { token, body: { date, ...lesson(mine) } }).catch(() => undefined)
        if (!reply) return
        expect([200, 201]).toContain(reply.status)
        acknowledged.set(date, mine)
        acknowledgements++
      }
    }
    const writing = write()
    // Kills the server after some acknowledged writes, at a point unrelated to the writer's progress.
    const before = acknowledgements
    while (acknowledgements < before + 12) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 37 * round))
    await target.end('SIGKILL')
    await writing
    server = await started({ DATA_DIR: folder })
    const { body } = await server.call('GET', '/api/calendar', { token })
    const found = new Map((body as CalendarDay[]).map((day) => [day.date, day.blocks.map(({ title }) => Number(title.slice(7)))]))
    for (const [date, last] of acknowledged) {
      const [first, second] = found.get(date) ?? []
      expect(first, `${date} holds one save whole`).toBe(second)
      expect([last, sent.get(date)], `${date} holds what was acknowledged, or the save that was under way`).toContain(first)
    }
  }
  expect(acknowledged.size).toBeGreaterThan(10)
})

test('a second server on the same folder exits and names the folder, and the first keeps running', async () => {
  const first = await started({ DATA_DIR: folder })
  const { code, printed } = await runServer({ DATA_DIR: folder })
  expect(code).toBe(75)
  expect(printed).toContain(folder)
  expect((await first.call('GET', '/api/health')).status).toBe(200)
})

test('a server exits with one sentence on data that a newer version has migrated', async () => {
  const { pool, close } = await openDatabase({ dataDir: folder, log: () => undefined })
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)")
  await close()
  const { code, printed } = await runServer({ DATA_DIR: folder })
  expect(code).toBe(78)
  expect(printed.trim()).toMatch(/^A newer Firstbell has migrated this database\. .*Install the newer version, or restore a backup\.$/)
})

test('a server with DRAIN_SECONDS takes calls for that long after SIGTERM, says that it isn’t ready, and exits with 0', async () => {
  const server = await started({ DATA_DIR: folder, DRAIN_SECONDS: '5' })
  const token = await signUp(server)
  const ready = async () => (await server.call('GET', '/api/health/ready')).status
  expect(await ready()).toBe(200)
  const ended = server.end('SIGTERM')
  await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 4_000, interval: 20 })
  const saved = await server.call('POST', '/api/calendar', { token, body: { date: '2026-11-18', ...lesson(1) } })
  expect([saved.status, (await server.call('GET', '/api/health/live')).status]).toEqual([201, 200])
  expect(await ended).toBe(0)
})

test('a stopping server finishes pending calls, closes its database and exits with 0', async () => {
  const server = await started({ DATA_DIR: folder })
  const token = await signUp(server)
  const body = JSON.stringify({ date: '2026-11-18', ...lesson(1) })
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  const answered = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    `POST /api/calendar HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body.slice(0, 20)}`,
  )
  await server.call('GET', '/api/health')
  const ended = server.end('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 200))
  socket.write(body.slice(20))
  await answered
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(await ended).toBe(0)

  const again = await started({ DATA_DIR: folder })
  expect((await again.call('GET', '/api/calendar?date=2026-11-18', { token })).body).toMatchObject([
    { blocks: [{ title: 'Lesson 1' }, {}] },
  ])
})

test('a stopping server with open client connections exits with 0 before its deadline would exit with 1', async () => {
  const server = await started({ DATA_DIR: folder })
  const { hostname, port } = new URL(server.origin)
  const opened = () => connect(Number(port), hostname).on('error', () => undefined)
  // An idle connection, like those that browsers open before their first call.
  const silent = opened()
  await once(silent, 'connect')
  // Keep-alive connections, as behind a reverse proxy. fetch also keeps its connections open.
  const token = await signUp(server)
  const live = await fetch(`${server.origin}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  // The server's 100 Continue shows that the call is in progress before the signal, also on a busy machine.
  const login = request(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  })
  const signedIn = once(login, 'response')
  login.flushHeaders()
  await once(login, 'continue')
  login.end(JSON.stringify({ email: 'maya@school.example', password: 'first-bell' }))
  const began = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(performance.now() - began).toBeLessThan(8000)
  expect((await signedIn)[0]).toMatchObject({ statusCode: 200 })
  expect(await live.text()).toMatch(/^data: /)
})

test('while PostgreSQL is down every call returns 503, and afterwards everything acknowledged is there', async () => {
  const postgres = await startPostgres({ isDurable: true })
  try {
    const server = await started({ DATABASE_URL: postgres.url, DATA_DIR: folder })
    const token = await signUp(server)
    expect((await server.call('POST', '/api/calendar', { token, body: { date: '2026-11-18', ...lesson(1) } })).status).toBe(201)
    await postgres.kill()
    for (const [method, path, body] of [
      ['GET', '/api/health', undefined],
      ['GET', '/api/calendar', undefined],
      ['POST', '/api/calendar', { date: '2026-11-19', ...lesson(2) }],
    ] as const) {
      const reply = await server.call(method, path, { token, body })
      expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable', message: expect.any(String) } })
      expect(reply.headers.get('retry-after')).toBe('2')
    }
    await postgres.restart()
    const deadline = Date.now() + 20_000
    let reply = await server.call('GET', '/api/calendar', { token })
    while (reply.status === 503 && Date.now() < deadline) reply = await server.call('GET', '/api/calendar', { token })
    const { status, body } = reply
    expect(status).toBe(200)
    expect([status, (body as CalendarDay[]).map(({ date }) => date)]).toEqual([200, ['2026-11-18']])
  } finally {
    await postgres.stop()
  }
})

test('a query that fails in the middle of an export aborts that export, and the server keeps running', async () => {
  const postgres = await startPostgres()
  try {
    const server = await started({ DATABASE_URL: postgres.url, DATA_DIR: folder })
    const token = await signUp(server)
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query('alter table calendar_day_images rename to out_of_reach')
    await client.end()
    const exported = async () => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${server.origin}/api/user/export`, { method: 'POST', headers })).arrayBuffer()
    }
    for (let turn = 0; turn < 3; turn++) await expect(exported()).rejects.toThrow()
    expect((await server.call('GET', '/api/health')).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await postgres.stop()
  }
})

test('Stripe events get a 503 while PostgreSQL is down, and open the planner when Stripe retries them', {
  tags: ['full'],
}, async () => {
  const postgres = await startPostgres({ isDurable: true })
  const standIn = await startStripe()
  try {
    const server = await started({ DATABASE_URL: postgres.url, DATA_DIR: folder, ...standIn.settings })
    standIn.webhooks.url = `${server.origin}/api/billing/webhook`
    const token = await signUp(server)
    const body = { planType: 'monthly', priceId: standIn.prices.monthly }
    const { url } = (await server.call('POST', '/api/create-checkout-session', { token, body })).body as { url: string }
    standIn.webhooks.hold()
    await standIn.pay(url)
    await postgres.kill()
    await standIn.webhooks.release()
    // Our server acknowledges other events without processing them.
    const ofPlans = () => standIn.webhooks.deliveries.filter(({ type }) => /^(?:customer\.subscription|invoice|checkout)\./.test(type))
    const away = ofPlans()
    expect(away.length).toBeGreaterThan(3)
    expect(away.map(({ status }) => status)).toEqual(away.map(() => 503))
    await postgres.restart()
    await standIn.webhooks.settled()
    const taken = ofPlans().filter(({ status }) => status === 200)
    // Stripe may have retried an event while PostgreSQL was still down.
    expect(taken.map(({ event }) => event).sort()).toEqual([...new Set(away.map(({ event }) => event))].sort())
    expect((await server.call('GET', '/api/user', { token })).body).toMatchObject({ subscriptionStatus: 'PROTEACHERACTIVE' })
  } finally {
    await standIn.close()
    await postgres.stop()
  }
})

// Takes a minute, because the server waits that long.
test('a PostgreSQL server that stays down at startup is reported clearly', { tags: ['full'] }, async () => {
  const { code, printed } = await runServer({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', DATA_DIR: folder })
  expect(code).toBe(75)
  const sentence =
    "PostgreSQL at 127.0.0.1:9, database none: it isn't responding (ECONNREFUSED). Start it, or correct the host and port in DATABASE_URL."
  expect(printed.trim().split('\n')).toEqual([`${sentence} Firstbell will wait up to a minute for it.`, sentence])
})
