// @module-tag full
/** Tests scheduled and on-demand backups by a server, in the processes of the production build. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { verify } from '#server/lib/backup/backup-file.ts'
import { restore } from '#server/lib/backup/restore.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import type { Backups } from '#shared/backups/contract.ts'
import { addDays } from '#shared/dates.ts'
import { fillDataDir, migrations } from '#test/migrated.ts'
import { startPostgres } from '#test/postgres.mjs'
import { type RunningServer, runServer, startServer } from '#test/server.ts'

const key = newKey()
const keys = makeKeyRing(key)
const parent = mkdtempSync(path.join(tmpdir(), 'firstbell-backups-'))
const dataDir = path.join(parent, 'data')
const disk = path.join(parent, 'disk')
const mountDisk = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk], { stdio: 'ignore' }).status === 0
const ADMIN = { email: 'ada@firstbell.example', password: 'first-bell' }
let server: RunningServer | undefined

beforeAll(async () => {
  execFileSync('mkdir', [disk])
  await fillDataDir(dataDir)
  const { db, pool, close } = await openDatabase({ dataDir, log: () => undefined })
  const { userId } = await aTeacher(db, ADMIN)
  await makeAdmin(db, ADMIN.email, new Date())
  await pool.query(
    `insert into calendar_days (calendar_id, date, is_blocked, has_note, note_text, blocks, has_alert, bytes, version, operation_id)
     select id, date '2000-01-01' + n, false, true, (select string_agg(md5((n * 100 + m)::text), ' ') from generate_series(1, 20) m), '[]', false, 700, n, gen_random_uuid()
     from calendars, generate_series(1, 10000) n where user_id = $1`,
    [userId],
  )
  // The scheduled time passed while no server was running.
  await pool.query(`insert into jobs (name, schedule, payload, run_at) values ('back-up', '0 3 * * * in Asia/Kathmandu', '{}', now())`)
  await close()
})
afterEach(async () => {
  await server?.end('SIGKILL')
})
afterAll(() => {
  if (statfsSync(disk).type !== statfsSync(parent).type) execFileSync('umount', [disk])
  rmSync(parent, { recursive: true, force: true })
})

const start = async (env: Record<string, string> = {}) => {
  server = await startServer({ DATA_DIR: dataDir, KEYS: key, TIME_ZONE: 'Asia/Kathmandu', ...env })
  const { call } = server
  const { token } = (await call('POST', '/api/auth/login', { body: ADMIN })).body as { token: string }
  return {
    call,
    token,
    create: () => call('POST', '/api/admin/backup/create', { token }),
    list: async () => (await call('GET', '/api/admin/backups', { token })).body as Backups,
  }
}
const folder = path.join(dataDir, 'backups')
const rowsOf = async (file: string, table: string) => (await verify(file, keys)).tables.find(({ name }) => name === table)?.rows

test('a scheduled backup of 10,000 days is made while a teacher works, verified in PGlite, and restored into PostgreSQL', async () => {
  const { list, call, token } = await start()
  let saved = 0
  const longest = { read: 0, save: 0 }
  const measured = async (what: keyof typeof longest, method: string, address: string, body?: object) => {
    const began = performance.now()
    const { status } = await call(method, address, { token, ...(body && { body }) })
    longest[what] = Math.max(longest[what], performance.now() - began)
    return status
  }
  const isProved = async () => {
    await measured('read', 'GET', '/api/calendar?from=2026-11-16&to=2026-11-20')
    const date = addDays('2031-01-01', saved)
    if ((await measured('save', 'POST', '/api/calendar', { date, blocks: [] })) === 201) saved++
    return (await list()).backups[0]?.proof ?? null
  }
  await expect.poll(isProved, { timeout: 90_000, interval: 50 }).toEqual({ at: expect.any(String), failure: null })
  const { backups, nextAt, timeZone } = await list()
  expect(backups).toHaveLength(1)
  expect(backups[0]).toMatchObject({ kind: 'daily', milliseconds: expect.any(Number) })
  // 3 a.m. in Nepal.
  expect([nextAt?.slice(11), timeZone]).toEqual(['21:15:00.000Z', 'Asia/Kathmandu'])
  expect(readdirSync(dataDir).filter((name) => /snapshot|proof/.test(name))).toEqual([])
  // Ten times as long as on an idle machine.
  expect(Math.max(longest.read, longest.save), JSON.stringify(longest)).toBeLessThan(3000)

  const file = path.join(folder, backups[0]?.name ?? '')
  const days = await rowsOf(file, 'calendar_days')
  expect(days).toBeGreaterThanOrEqual(10_000)
  expect(days).toBeLessThanOrEqual(10_000 + saved)
  const postgres = await startPostgres()
  try {
    const target = { databaseUrl: postgres.url, dataDir: path.join(parent, 'none') }
    // The restore also compares each table with the manifest.
    const { tables } = await restore(
      { file, keys, target, migrations, backupDir: folder, settle: () => Promise.resolve() },
      () => undefined,
    )
    expect(tables).toEqual((await verify(file, keys)).tables.map(({ name, rows }) => ({ name, rows })))
  } finally {
    await postgres.stop()
  }
})

test.runIf(process.platform === 'linux')(
  'a verification whose process dies has failed, leaves nothing behind, and the server keeps running',
  async () => {
    const { pool, close } = await openDatabase({ dataDir, log: () => undefined })
    await pool.query(`insert into jobs (name, payload, run_at) values ('prove-backup', '{}', now())`)
    await close()
    const { list, call } = await start()
    const pid = server?.child.pid
    const proof = path.join(dataDir, 'proof')
    await expect.poll(() => existsSync(proof), { timeout: 30_000, interval: 5 }).toBe(true)
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    // If memory runs out, Linux kills this process before the server.
    expect(readFileSync(`/proc/${child}/oom_score_adj`, 'utf8').trim()).toBe('1000')
    process.kill(Number(child), 'SIGKILL')
    await expect
      .poll(async () => (await list()).backups[0]?.proof?.failure)
      .toBe('The backup process ended with SIGKILL, most likely because memory ran out.')
    expect(readdirSync(dataDir).filter((name) => /snapshot|proof/.test(name))).toEqual([])
    expect((await call('GET', '/api/health')).status).toBe(200)
    expect(await server?.end('SIGTERM')).toBe(0)
  },
)

test('a server killed during a backup keeps the older ones, and the next one succeeds', async () => {
  const untouched = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'base64')])
  const { create } = await start()
  const cut = create().catch(() => 'cut')
  const copy = path.join(dataDir, 'database.snapshot')
  await expect.poll(() => existsSync(copy), { timeout: 20_000, interval: 5 }).toBe(true)
  await server?.end('SIGKILL')
  expect(await cut).toBe('cut')
  const again = await start()
  const { status, body } = await again.create()
  expect(status).toBe(200)
  expect(existsSync(copy)).toBe(false)
  for (const [name = '', bytes] of untouched) expect(readFileSync(path.join(folder, name), 'base64')).toBe(bytes)
  expect(await rowsOf(path.join(folder, (body as { filename: string }).filename), 'calendar_days')).toBeGreaterThan(10_000)
})

test("a server that is stopped doesn't wait for a backup, and leaves no partial one", async () => {
  const { create } = await start()
  const before = readdirSync(folder).filter((name) => name.endsWith('.backup'))
  const refused = create()
  await expect.poll(() => existsSync(path.join(dataDir, 'database.snapshot')), { timeout: 20_000, interval: 5 }).toBe(true)
  expect(await server?.end('SIGTERM')).toBe(0)
  expect(await refused).toMatchObject({ status: 503, body: { message: 'The server is restarting. Try again in a minute.' } })
  expect(readdirSync(folder).filter((name) => name.endsWith('.backup'))).toEqual(before)
})

const mayMount = process.platform === 'linux' && process.getuid?.() === 0
test.runIf(mayMount)('on a full disk no backup is made, the older ones stay intact, and everyone can keep working', async (context) => {
  if (!mountDisk()) return context.skip()
  const { create, list, call, token } = await start({ BACKUP_DIR: disk })
  const { filename } = (await create()).body as { filename: string }
  const others = path.join(disk, 'others')
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(others, Buffer.alloc(Math.max(0, bavail * bsize)))
  expect(await create()).toMatchObject({
    status: 507,
    body: { code: 'cannot_write', message: 'There isn’t enough disk space for a backup. Your existing backups are fine.' },
  })
  expect((await list()).backups.map(({ name }) => name)).toEqual([filename])
  expect(readdirSync(disk).filter((name) => name.includes('partial'))).toEqual([])
  expect(await rowsOf(path.join(disk, filename), 'calendar_days')).toBeGreaterThan(10_000)
  expect((await call('POST', '/api/calendar', { token, body: { date: '2029-05-05', blocks: [] } })).status).toBe(201)
  rmSync(others)
  expect((await create()).status).toBe(200)
  return undefined
})

test("with PostgreSQL, a server doesn't start without a backup folder", async () => {
  const { code, printed } = await runServer({ DATABASE_URL: 'postgres://127.0.0.1:9/none', BACKUP_DIR: '' })
  expect(code).toBe(78)
  expect(printed.trim()).toMatch(/^With DATABASE_URL, also set BACKUP_DIR: .*accounts\.$/)
})
