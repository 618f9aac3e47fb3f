// @module-tag full
/** Tests many users, or one user with many requests, against the real server with its default limits. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSchool } from '#server/features/accounts/samples.ts'
import { startSession } from '#server/features/sign-in/sessions/actions.ts'
import { openEmbedded } from '#server/lib/db/embedded/embedded.ts'
import { drizzleOver } from '#server/lib/db/open.ts'
import { fillDataDir } from '#test/migrated.ts'
import { type RunningServer, startServer } from '#test/server.ts'

let folder: string
let server: RunningServer | undefined
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'firstbell-crowd-')), 'data')
  await fillDataDir(folder)
})
afterEach(async () => {
  await server?.end('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

/** Creates signed-in teachers directly in the database, because signing each one up would take as long as the test. */
const signedIn = async (count: number): Promise<string[]> => {
  const { pool, close } = await openEmbedded(folder, () => undefined)
  const db = drizzleOver(pool, () => undefined)
  const { people, passwordHash } = await aSchool(db, { teachers: count, now: new Date() })
  const tokens: string[] = []
  for (const userId of people) {
    const token = await startSession(db, { userId, passwordHash, userAgent: undefined, now: new Date() })
    if (token) tokens.push(token)
  }
  await close()
  return tokens
}

/** All requests that an open planner makes: its page, its files (including those fetched when idle), and its first API calls. */
const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url))
const files = () => readdirSync(assets).filter((file) => /\.(?:js|css|woff2)$/.test(file) && !/^plan-pdf|^tutorial/.test(file))
const CALLS = [
  '/api/user',
  '/api/calendar?from=2026-11-16&to=2026-11-20',
  '/api/calendar/marks?from=2026-10-26&to=2026-12-06',
  '/api/calendar?from=2026-11-23&to=2026-11-27',
]

test('300 teachers with live sessions behind one IP address open the planner within a minute from a cold cache, and all succeed', async () => {
  const tokens = await signedIn(300)
  server = await startServer({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1200' })
  const { origin } = server
  const names = files()
  expect(names.length).toBeGreaterThan(15)
  const refused: string[] = []
  const ask = async (path: string, token?: string) => {
    const { status, body } = await fetch(origin + path, { headers: token ? { authorization: `Bearer ${token}` } : {} })
    await body?.cancel()
    if (status !== 200) refused.push(`${status} ${path}`)
  }
  const began = performance.now()
  const queue = [...tokens]
  const teachers = Array.from({ length: 12 }, async () => {
    for (let token = queue.pop(); token; token = queue.pop()) {
      await ask('/dashboard')
      await Promise.all(names.map((name) => ask(`/assets/${name}`)))
      await Promise.all(CALLS.map((path) => ask(path, token)))
    }
  })
  await Promise.all(teachers)
  expect(refused).toEqual([])
  expect(performance.now() - began).toBeLessThan(60_000)
})

const residentMegabytes = (pid: number): number => {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/**
 * Counts a port's established connections with a non-empty send queue. Reads the local address, state and queue columns of `/proc/net/tcp`.
 */
const waitingReplies = (port: number): number =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, local, , state, queues]) =>
        local?.endsWith(`:${port.toString(16).toUpperCase()}`) && state === '01' && !queues?.startsWith('00000000'),
    ).length

test("a hundred connections that request but never read use little memory, are cut, and don't delay others", async () => {
  const [token = ''] = await signedIn(1)
  server = await startServer({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1200' })
  const { child, origin, call } = server
  const description = Array.from({ length: 20_000 }, (_, word) => (word * 7919).toString(36)).join(' ')
  const blocks = Array.from({ length: 10 }, (_, order) => ({
    id: `block_${order}`,
    title: 'Math',
    description,
    startTime: '08:00',
    endTime: '09:00',
  }))
  for (const date of ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'])
    expect((await call('POST', '/api/calendar', { token, body: { date, blocks } })).status).toBe(201)
  const week = '/api/calendar?from=2026-11-16&to=2026-11-20'
  const reply = await fetch(`${origin}${week}`, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' } })
  const replyMegabytes = (await reply.arrayBuffer()).byteLength / 1024 / 1024
  const { port } = new URL(origin)
  const before = residentMegabytes(child.pid ?? 0)
  const open = new Set<number>()
  const sockets = Array.from({ length: 100 }, (_, number) => {
    const socket = connect(Number(port), '127.0.0.1')
    open.add(number)
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(`GET ${week} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
    return socket
  })
  let slowest = 0
  let most = 0
  await expect.poll(() => waitingReplies(Number(port))).toBeGreaterThan(10)
  for (let second = 0; second < 45 && (second < 2 || waitingReplies(Number(port)) > 0); second++) {
    const began = performance.now()
    expect((await fetch(`${origin}/api/health`)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - began)
    most = Math.max(most, residentMegabytes(child.pid ?? 0))
    await pause(1000)
  }
  expect(waitingReplies(Number(port))).toBe(0)
  // The server must not buffer all of these responses at once. A user can have at most 24 concurrent calls.
  expect(most - before).toBeLessThan(0.8 * sockets.length * replyMegabytes)
  expect(slowest).toBeLessThan(3000)
  for (const socket of sockets) socket.destroy()
})

/** Opens connections that send `bytes`, then one more byte a second. Returns how many seconds each was open, -1 while it still is. */
const dribble = (port: number, bytes: string, count: number): number[] => {
  const ages = Array<number>(count).fill(-1)
  for (let number = 0; number < count; number++) {
    const began = performance.now()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write(bytes)
    const sending = setInterval(() => socket.write('x'), 1000)
    socket.once('close', () => {
      clearInterval(sending)
      ages[number] = (performance.now() - began) / 1000
    })
  }
  return ages
}

test("two hundred connections that send their headers or their body a byte a second are closed within 20 seconds, and don't delay others", async () => {
  server = await startServer({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1200' })
  const { origin } = server
  const port = Number(new URL(origin).port)
  const headers = dribble(port, 'GET /api/health HTTP/1.1\r\nhost: x\r\nx: ', 100)
  const body = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 8000\r\n\r\n'
  const bodies = dribble(port, body, 100)
  const open = () => [...headers, ...bodies].filter((age) => age < 0).length
  let slowest = 0
  for (let second = 0; second < 60 && open() > 0; second++) {
    const began = performance.now()
    expect((await fetch(`${origin}/api/health`)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - began)
    await pause(1000)
  }
  expect(open(), 'connections that are still open').toBe(0)
  expect(Math.max(...headers), 'seconds to send headers').toBeLessThan(20)
  expect(Math.max(...bodies), 'seconds to send a body').toBeLessThan(20)
  expect(slowest, 'milliseconds of a call meanwhile').toBeLessThan(3000)
})
