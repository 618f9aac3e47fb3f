// @module-tag engine
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { NO_BACKUPS } from '#server/features/backups/actions.ts'
import { noteBeside } from '#server/lib/backup/backup-folder.ts'
import { call, clock, config, db, keys, pool } from '#test/app.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-metrics-'))
const token = 'a-token-for-prometheus'
const parts = {
  db,
  keys,
  clock,
  logger: false,
  backups: { ...NO_BACKUPS, folder },
  pool,
  about: { version: '1.2.3', promise: '', settings: [] },
}
const app = await buildApp({ ...parts, config: { ...config, metricsToken: token } })
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const scrape = (sent: string | undefined) => app.inject({ url: '/metrics', headers: sent === undefined ? {} : { authorization: sent } })
/** Returns each figure by its name and labels. */
const figures = async (): Promise<Record<string, number>> => {
  const { payload, headers } = await scrape(`Bearer ${token}`)
  expect(headers['content-type']).toMatch(/^text\/plain; version=/)
  const lines = payload.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

test('without the right token, nothing is shown', async () => {
  for (const sent of [undefined, 'Bearer wrong', token, `Bearer ${token}x`]) {
    const reply = await scrape(sent)
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'not_signed_in'])
  }
})

test('without the setting, there is no such page', async () => {
  expect((await call('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
})

test('calls are counted by name and status, also of routes that were registered first', async () => {
  const before = await figures()
  for (const url of ['/api/health', '/api/user', '/api/nothing']) await app.inject(url)
  const after = await figures()
  const grown = Object.keys(after).filter((name) => name.startsWith('firstbell_call') && after[name] !== before[name])
  expect(grown).toContain('firstbell_calls_total{call="health",status="200"}')
  expect(grown).toContain('firstbell_calls_total{call="me",status="401"}')
  expect(grown).toContain('firstbell_call_duration_seconds_count{method="GET"}')
  // Unknown addresses, and /metrics itself, aren't calls.
  expect(after['firstbell_call_duration_seconds_count{method="GET"}']).toBe(2)
})

test('loop delay, memory, version, streams, and connections are of this process', async () => {
  expect(await figures()).toMatchObject({
    'firstbell_info{version="1.2.3"}': 1,
    firstbell_streams: 0,
    firstbell_database_up: 1,
    firstbell_database_waiting: 0,
    nodejs_eventloop_lag_p99_seconds: expect.any(Number),
    process_resident_memory_bytes: expect.any(Number),
    'firstbell_database_connections{state="used"}': expect.any(Number),
  })
})

test('late jobs, failed jobs, and waiting and failed mail are shown', async () => {
  await pool.query(`insert into jobs (name, payload, run_at) values ('send-mail', '{}', now() - interval '90 seconds')`)
  await pool.query(`insert into jobs (name, payload, run_at) values ('send-campaign', '{}', now() + interval '1 hour')`)
  await pool.query(`insert into jobs (name, payload, run_at, gave_up_at) values ('leave-stripe', '{}', now(), now())`)
  await pool.query(
    `insert into job_runs (id, job_id, name, try, started_at, outcome) values
       (gen_random_uuid(), 1, 'x', 1, now(), 'failed'), (gen_random_uuid(), 1, 'x', 1, now() - interval '2 hours', 'failed')`,
  )
  await pool.query(`insert into mails (kind, about, queued_at, ended_at, outcome) values ('invited', 'x', now(), now(), 'refused')`)
  const { firstbell_jobs_late_seconds: late, ...shown } = await figures()
  expect(late).toBeGreaterThan(89)
  expect(late).toBeLessThan(200)
  expect(shown).toMatchObject({
    firstbell_jobs_due: 1,
    firstbell_jobs_gave_up: 1,
    firstbell_jobs_failed_last_hour: 1,
    firstbell_mail_waiting: 1,
    firstbell_mail_failed_last_hour: 1,
  })
})

test('the age of the newest proved backup is shown once there is one', async () => {
  const age = async () => (await figures())['firstbell_backup_proved_age_seconds']
  expect(await age()).toBeUndefined()
  const [proved, failed] = ['firstbell-2026-11-18T12-00-00Z-daily.backup', 'firstbell-2026-11-18T13-00-00Z-daily.backup']
  for (const name of [proved, failed]) await writeFile(path.join(folder, name), 'x')
  await noteBeside(folder, failed, { proof: { at: '2026-11-18T13:01:00.000Z', failure: 'It differs' } })
  expect(await age()).toBeUndefined()
  await noteBeside(folder, proved, { proof: { at: '2026-11-18T12:01:00.000Z', failure: null } })
  expect(await age()).toBe(2 * 3600)
})

test('while the database is unavailable, the figures of the process are still shown', async () => {
  await pool.query('alter table jobs rename to jobs_away')
  try {
    const shown = await figures()
    expect(shown['firstbell_database_up']).toBe(0)
    expect(shown['firstbell_jobs_due']).toBeUndefined()
    expect(shown['firstbell_streams']).toBe(0)
  } finally {
    await pool.query('alter table jobs_away rename to jobs')
  }
})

test('docs/monitoring.md and its rules name figures that exist', async () => {
  await app.inject('/api/health')
  const exist = Object.keys(await figures()).map((name) => name.replace(/\{.*/, '').replace(/_(?:bucket|sum|count)$/, ''))
  const named = new Set(readFileSync('docs/monitoring.md', 'utf8').match(/\b(?:firstbell|nodejs|process)_[a-z\d_]+/g))
  expect([...named].filter((name) => !exist.includes(name))).toEqual([])
})
