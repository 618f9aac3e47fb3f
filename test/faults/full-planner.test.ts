// @module-tag full
/** Tests one account at its quota. Its requests must not use much server memory or delay other users. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { fillDataDir } from '#test/migrated.ts'
import { startPostgres } from '#test/postgres.mjs'
import { type RunningServer, startServer } from '#test/server.ts'

const LESSONS_MB = 40
const FIRST = '2026-01-01'
const text = Array.from({ length: 22_000 }, (_, word) => ((word * 7919) % 1_000_003).toString(36))
  .join(' ')
  .slice(0, 120_000)
/** 1.9 MB of lessons for one day. */
const blocks = Array.from({ length: 15 }, (_, order) => ({
  id: `block_${order}`,
  title: 'Math',
  description: `<p>${text}</p>`,
  startTime: '08:00',
  endTime: '09:00',
  hasAlert: order === 0,
  alertMessage: 'Bell',
}))

let folder: string
let server: RunningServer | undefined
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'firstbell-full-')), 'data')
  await fillDataDir(folder)
})
afterEach(async () => {
  await server?.end('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Requests a small file in a loop. Returns a function that stops the loop and resolves with the slowest response time in milliseconds. */
const visitor = (origin: string) => {
  let isStopped = false
  let slowest = 0
  const run = (async () => {
    while (!isStopped) {
      const began = performance.now()
      await (await fetch(`${origin}/robots.txt`)).text()
      slowest = Math.max(slowest, performance.now() - began)
      await pause(10)
    }
  })()
  return async () => {
    isStopped = true
    await run
    return slowest
  }
}

const fillAndAsk = async (env: Record<string, string>) => {
  server = await startServer({ LESSONS_MB: String(LESSONS_MB), HISTORY_MB: '40', ...env })
  const { origin, child, call } = server
  const { body } = await call('POST', '/api/auth/register', { body: { email: 'maya@school.example', password: 'first-bell' } })
  const { token } = body as { token: string }
  const send = async (method: string, path: string, content?: unknown): Promise<number> => {
    const reply = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(content !== undefined && { 'content-type': 'application/json' }) },
      ...(content !== undefined && { body: JSON.stringify(content) }),
    })
    // Streams and discards the response, because this process's memory isn't measured.
    for await (const _ of reply.body ?? []);
    return reply.status
  }
  let days = 0
  while ((await send('POST', '/api/calendar', { date: addDays(FIRST, days), blocks })) === 201) days++
  expect(days).toBeGreaterThan(15)
  for (let time = 0; time < 10; time++)
    await send('POST', '/api/calendar', { date: FIRST, blocks: blocks.map((block) => ({ ...block, title: `Math ${time}` })) })
  const entries = (await (
    await fetch(`${origin}/api/calendar?date=${FIRST}`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { id: string; operationId: string }[]
  const [first] = entries
  await pause(1000)

  const before = residentMegabytes(child.pid ?? 0)
  const dates = (count: number) => Array.from({ length: count }, (_, offset) => addDays(FIRST, offset))
  const asked: [string, string, unknown, number][] = [
    ['GET', '/api/calendar', undefined, 200],
    ['GET', `/api/calendar?from=${FIRST}&to=${addDays(FIRST, 399)}`, undefined, 200],
    ['GET', '/api/calendar/marks', undefined, 200],
    ['GET', `/api/calendar/marks?from=${FIRST}&to=${addDays(FIRST, 399)}`, undefined, 200],
    ['GET', `/api/calendar/history?date=${FIRST}`, undefined, 200],
    ['POST', '/api/calendar', { date: FIRST, blocks }, 200],
    ['POST', '/api/calendar/bulk', { from: FIRST, to: addDays(FIRST, 365), isBlocked: true, blockedText: 'Snow' }, 200],
    ['POST', '/api/calendar/days', { days: dates(31).map((date) => ({ date, hasNote: true, noteText: 'Note' })) }, 422],
    ['POST', '/api/calendar/days', { days: dates(3).map((date) => ({ date, hasNote: true, noteText: 'Note' })) }, 200],
    ['POST', '/api/sub-plans/generate', { dates: dates(31) }, 422],
    ['POST', '/api/sub-plans/generate', { dates: dates(31), lessons: 'glance' }, 200],
    ['POST', '/api/sub-plans/generate', { dates: dates(4) }, 200],
    ['POST', '/api/user/export', undefined, 200],
    ['GET', '/api/user/storage', undefined, 200],
    ['DELETE', `/api/calendar/${first?.id}`, undefined, 200],
  ]
  const waits: Record<string, number> = {}
  let most = 0
  for (const [method, path, content, status] of asked) {
    const stop = visitor(origin)
    const name = `${method} ${path.split('?')[0]}`
    expect(await send(method, path, content), name).toBe(status)
    waits[name] = Math.max(waits[name] ?? 0, Math.round(await stop()))
    most = Math.max(most, residentMegabytes(child.pid ?? 0))
  }
  return { waits, grown: Math.round(most - before) }
}

/**
 * In milliseconds, with headroom for a machine that is busy with other tests. Before pagination, one read blocked other requests for 9.9
 * seconds or killed the server.
 */
const LONGEST_WAIT = 1500

test('on the embedded database', async () => {
  const { waits, grown } = await fillAndAsk({ DATA_DIR: folder })
  expect(Object.entries(waits).filter(([, wait]) => wait > LONGEST_WAIT)).toEqual([])
  expect(grown).toBeLessThan(250)
})

test('on PostgreSQL', async () => {
  const postgres = await startPostgres()
  try {
    const { waits, grown } = await fillAndAsk({ DATABASE_URL: postgres.url })
    expect(Object.entries(waits).filter(([, wait]) => wait > LONGEST_WAIT)).toEqual([])
    expect(grown).toBeLessThan(250)
  } finally {
    await server?.end('SIGKILL')
    await postgres.stop()
  }
})
