// @module-tag full
/** Tests jobs on servers that stop, are killed, or share a database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from '#server/lib/db/embedded/embedded.ts'
import { fillDataDir } from '#test/migrated.ts'
import { startPostgres, type TestPostgres } from '#test/postgres.mjs'
import { type RunningServer, startServer } from '#test/server.ts'

const JOBS = [
  'ask-for-plans',
  'back-up',
  'count-active-teachers',
  'end-plans',
  'forget-arrivals',
  'forget-deleted-templates',
  'forget-ended-sessions',
  'forget-guests',
  'forget-idempotency-keys',
  'forget-old-audit',
  'forget-old-events',
  'forget-old-mails',
  'forget-old-operations',
  'forget-old-runs',
  'forget-password-links',
  'forget-past-trials',
  'forget-sign-in-attempts',
  'forget-sub-links',
  'forget-sub-reports',
  'release-tokens',
  'send-reminders',
  'settle-add-ons',
  'use-credits',
  'warn-about-backups',
]
/** Takes longer than the other jobs and has its own tests (backup-server.test.ts). */
const LONG = 'back-up'
/** The nightly jobs. The others run every hour or ten minutes, and so perhaps while the test runs, too. */
const NIGHTLY = `schedule ~ '^\\S+ \\d' and name <> '${LONG}'`
/** Servers poll for due jobs every five seconds. */
const SOON = { timeout: 20_000, interval: 100 }

let folder: string
const running: RunningServer[] = []
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'firstbell-jobs-')), 'data')
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const started = async (env: Record<string, string>): Promise<RunningServer> => {
  const server = await startServer({ DATA_DIR: folder, ...env })
  running.push(server)
  return server
}

type Database = pg.Client | pg.Pool
const namesOf = async (database: Database) => (await database.query('select name from jobs order by name')).rows.map(({ name }) => name)
const runsOf = async (database: Database, of: string) =>
  (await database.query('select name, outcome, try from job_runs where name = $1 order by name, started_at', [of])).rows
/** Each nightly job's name with its runs, in order. */
const nightlyRuns = async (database: Database) =>
  (
    await database.query(
      `select name, coalesce(json_agg(outcome || ' ' || try) filter (where outcome is not null), '[]') as runs
       from jobs left join job_runs using (name) where ${NIGHTLY} group by name order by name`,
    )
  ).rows
const eachOnce = async (database: Database) =>
  (await database.query(`select name from jobs where ${NIGHTLY} order by name`)).rows.map(({ name }) => ({ name, runs: ['done 1'] }))
const DAYS_GO_BY = `update jobs set run_at = run_at - interval '5 days' where name <> '${LONG}'`

/** Starts PostgreSQL and a client that inspects it while servers run. */
const withPostgres = async (work: (postgres: TestPostgres, client: pg.Client) => Promise<void>): Promise<void> => {
  const postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    await work(postgres, client)
  } finally {
    for (const server of running.splice(0)) await server.end('SIGKILL')
    await client.end()
    await postgres.stop()
  }
}

test('after five days without a server, three that start together run each nightly job once', () =>
  withPostgres(async ({ url }, client) => {
    const first = await started({ DATABASE_URL: url })
    await expect.poll(() => namesOf(client), SOON).toEqual(JOBS)
    expect(await first.end('SIGTERM')).toBe(0)
    await client.query(DAYS_GO_BY)

    await Promise.all([1, 2, 3].map(() => started({ DATABASE_URL: url })))
    const once = await eachOnce(client)
    expect(once.length).toBeGreaterThan(10)
    await expect.poll(() => nightlyRuns(client), SOON).toEqual(once)
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(await nightlyRuns(client)).toEqual(once)
    expect((await client.query(`select 1 from jobs where (run_at <= now() or run_id is not null) and ${NIGHTLY}`)).rows).toEqual([])
  }))

test('the embedded database also runs each once', async () => {
  await fillDataDir(folder)
  const look = async <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
    const { pool, close } = await openEmbedded(folder, () => undefined)
    return work(pool).finally(close)
  }
  const runFor = async (milliseconds: number): Promise<void> => {
    const server = await started({})
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    expect(await server.end('SIGTERM')).toBe(0)
  }
  await runFor(6000)
  await look((pool) => pool.query(DAYS_GO_BY))
  await runFor(12_000)
  await look(async (pool) => expect(await nightlyRuns(pool)).toEqual(await eachOnce(pool)))
})

/** Blocks a job for two seconds, until its statement times out. */
const holdUp = async (url: string): Promise<pg.Client> => {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  await holder.query('begin; lock table sessions in access exclusive mode')
  return holder
}
const HELD_UP = 'forget-ended-sessions'
const MAKE_DUE = `update jobs set run_at = now() where name = '${HELD_UP}'`

test('a server killed during a job leaves it to another, a minute later', () =>
  withPostgres(async ({ url }, client) => {
    const doomed = await started({ DATABASE_URL: url })
    await expect.poll(() => namesOf(client), SOON).toEqual(JOBS)
    const holder = await holdUp(url)
    await client.query(MAKE_DUE)
    await expect.poll(() => runsOf(client, HELD_UP), SOON).toMatchObject([{ outcome: null }])
    await doomed.end('SIGKILL')
    await holder.end()

    await started({ DATABASE_URL: url })
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(await runsOf(client, HELD_UP)).toMatchObject([{ outcome: null }])
    // Skips the one-minute lease.
    await client.query(`update jobs set claimed_until = claimed_until - interval '1 minute' where run_id is not null`)
    await expect.poll(() => runsOf(client, HELD_UP), SOON).toMatchObject([{ outcome: 'lost' }, { outcome: 'done', try: 2 }])
  }))

test('a stopping server lets its job finish first, and another server then starts the next at once', () =>
  withPostgres(async ({ url }, client) => {
    const server = await started({ DATABASE_URL: url })
    await expect.poll(() => namesOf(client), SOON).toEqual(JOBS)
    const holder = await holdUp(url)
    await client.query(MAKE_DUE)
    await expect.poll(() => runsOf(client, HELD_UP), SOON).toMatchObject([{ outcome: null }])
    expect(await server.end('SIGTERM')).toBe(0)
    await holder.end()
    expect(await runsOf(client, HELD_UP)).toMatchObject([{ outcome: 'released' }])
    await started({ DATABASE_URL: url })
    await expect.poll(() => runsOf(client, HELD_UP), SOON).toMatchObject([{ outcome: 'released' }, { outcome: 'done', try: 1 }])
  }))
