// @module-tag full
/** Tests servers behind PgBouncer in transaction mode, where each transaction may have another connection. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { startPostgres, type TestPostgres } from '#test/postgres.mjs'
import { type RunningServer, startServer } from '#test/server.ts'
import { findPgBouncer } from '../../scripts/setup.mjs'

let postgres: TestPostgres
let bouncer: ChildProcess
let pooledUrl: string
const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-pooler-'))
const servers: RunningServer[] = []

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

beforeAll(async () => {
  postgres = await startPostgres()
  const { port } = new URL(postgres.url)
  const own = await freePort()
  // Three connections for two servers that have five each.
  const settings = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${port} user=postgres`,
    '[pgbouncer]',
    `listen_port = ${own}`,
    'listen_addr = 127.0.0.1',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 3',
    'unix_socket_dir =',
    'ignore_startup_parameters = extra_float_digits',
  ]
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  // PgBouncer refuses to run as root.
  chmodSync(folder, 0o755)
  bouncer = spawn(findPgBouncer() ?? 'pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'postgres'] : []), file], { stdio: 'ignore' })
  await vi.waitFor(async () => expect(await isListening(own)).toBe(true), { timeout: 20_000 })
  pooledUrl = `postgres://postgres@127.0.0.1:${own}/postgres`
})
afterAll(async () => {
  for (const server of servers) await server.end('SIGKILL')
  const ended = once(bouncer, 'close')
  bouncer.kill('SIGKILL')
  await ended
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const env = () => ({ DATABASE_URL: pooledUrl, DATABASE_LISTEN_URL: postgres.url, DATABASE_POOL: '5', DATA_DIR: path.join(folder, 'data') })

test('two servers save, announce changes to each other, and run jobs over three connections', async () => {
  const [first, second] = [await startServer(env()), await startServer(env())]
  servers.push(first, second)
  expect(first.printed()).toContain(`alter role \\"postgres\\" set statement_timeout = '5s'`)
  const { body } = await first.call('POST', '/api/auth/register', { body: { email: 'maya@school.example', password: 'first-bell' } })
  const { token } = body as { token: string }

  const stream = await fetch(`${second.origin}/api/live`, { headers: { authorization: `Bearer ${token}` } })
  let heard = ''
  void (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) heard += decoder.decode(chunk)
  })().catch(() => undefined)

  const lesson = { id: 'block_1', title: 'Algebra', startTime: '08:00', endTime: '09:00' }
  const saves = Array.from({ length: 30 }, (_, day) => {
    const date = `2026-11-${String(day + 1).padStart(2, '0')}`
    const server = day % 2 ? first : second
    return server.call('POST', '/api/calendar', { token, body: { date, blocks: [lesson] } })
  })
  expect(new Set((await Promise.all(saves)).map(({ status }) => status))).toEqual(new Set([201]))
  await vi.waitFor(() => expect(heard).toContain('2026-11-30'), { timeout: 10_000 })
  // Reads are prepared once per connection. A pooler would send them to connections that don't know them.
  for (let count = 0; count < 20; count++) {
    const replies = await Promise.all(
      [first, second].map((server) => server.call('GET', '/api/calendar?from=2026-11-01&to=2026-11-30', { token })),
    )
    expect(replies.map(({ status, body }) => [status, (body as unknown[]).length])).toEqual([
      [200, 30],
      [200, 30],
    ])
  }
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    // A server has no jobs until it looks for them for the first time.
    const makeDue = async () => (await client.query("update jobs set run_at = now() where name = 'forget-guests'")).rowCount
    await expect.poll(makeDue, { timeout: 60_000, interval: 200 }).toBe(1)
    const outcomes = async () => (await client.query("select outcome from job_runs where name = 'forget-guests'")).rows
    await expect.poll(outcomes, { timeout: 60_000, interval: 200 }).toContainEqual({ outcome: 'done' })
  } finally {
    await client.end()
  }
})

test('a server doesn’t warn once the role has the timeouts', async () => {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query("alter role postgres set statement_timeout = '5s'; alter role postgres set lock_timeout = '2s'")
  await client.query("alter role postgres set idle_in_transaction_session_timeout = '10s'")
  // Connections that PgBouncer keeps were made before.
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = 'postgres'")
  await client.end()
  await pause(500)
  const server = await startServer(env())
  servers.push(server)
  expect(server.printed()).not.toContain('statement_timeout')
})
