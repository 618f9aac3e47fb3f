/** Tests upgrades of the databases of all earlier versions, and kills in the middle of them. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/lib/db/migrate.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { migrations } from '#test/migrated.ts'
import { ours } from '#test/migration-folders.ts'
import { type Contents, contentsOf, growTo, OLDEST, withRows } from '#test/older-database.ts'
import { startPostgres, type TestPostgres } from '#test/postgres.mjs'
import { type RunningServer, spawnServer, startServer } from '#test/server.ts'
import { isFullSize } from '#test/size.ts'
import { findPostgres } from '../../scripts/setup.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-upgrades-'))
/** The newest migration of each version to upgrade from, with its number. */
const older = ours.slice(OLDEST - 1, -1).map(({ name }, index) => ({ name, number: OLDEST - 1 + index }))
const tested = isFullSize ? older : older.filter(({ number }) => [OLDEST - 1, 12, ours.length - 2].includes(number))
let postgres: TestPostgres
let server: RunningServer | undefined

const urlOf = (database: string): string => postgres.url.replace(/\w+$/, database)
const onDatabase = async <T>(database: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
  const pool = new pg.Pool({ connectionString: urlOf(database), max: 1 })
  // The pool reports the connections that a test ends.
  pool.on('error', () => undefined)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

/** Grows one database through all versions, and keeps a copy of each, named after its newest migration. */
beforeAll(async () => {
  postgres = await startPostgres()
  await onDatabase('postgres', (admin) => admin.query('create database growing'))
  for (const version of older) {
    if (!tested.includes(version) && !withRows.includes(version.name)) continue
    await onDatabase('growing', (pool) => growTo(pool, folder, version))
    if (tested.includes(version)) await onDatabase('postgres', (admin) => admin.query(`create database "${version.name}" template growing`))
  }
  await onDatabase('postgres', (admin) => admin.query('create database fresh'))
  await onDatabase('fresh', (pool) => migrate({ pool }, migrations))
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

const schemaOf = (database: string): string =>
  execFileSync(path.join(findPostgres() ?? '', 'pg_dump'), ['--schema-only', '--no-owner', urlOf(database)], { encoding: 'utf8' })
    // Newer versions write a random key in these lines.
    .replace(/^\\.*$/gm, '')

/** Returns the number of the migration in the middle of those that are due. */
const middleAfter = (number: number): number => Math.ceil((number + ours.length - 1) / 2)

/** Runs `statement` in the middle of the next upgrade of a version. */
const inTheMiddle = (number: number, statement: string): string => {
  const middle = ours[middleAfter(number)]?.at
  return `create function drizzle.in_the_middle() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$;
    create trigger in_the_middle before insert on drizzle.__drizzle_migrations
      for each row when (new.created_at = ${middle}) execute function drizzle.in_the_middle()`
}
const NOTHING_MORE = 'drop function drizzle.in_the_middle cascade'

/** Columns that migrations drop or change on purpose, by the last version that has the old ones. */
const CHANGES: Record<string, string> = {
  // Days belong to a calendar, which has an owner.
  'calendar_days.owner_id': '0003_guessing_at_passwords',
  'calendar_day_images.owner_id': '0003_guessing_at_passwords',
  'calendar_operations.owner_id': '0003_guessing_at_passwords',
  // Only the fields that a change took, in another form.
  'calendar_day_images.before': '0003_guessing_at_passwords',
  // A table of their own, calendar_counters.
  'calendars.lesson_bytes': '0035_servers',
  'calendars.history_bytes': '0035_servers',
  'calendars.words': '0035_servers',
  'calendars.version': '0035_servers',
  // Encrypted, by the server's start.
  'users.emergency_procedures': '0036_calendar_counters',
  'users.student_notes': '0036_calendar_counters',
  'users.substitute_instructions': '0036_calendar_counters',
}

/** Tables of counted attempts, which another table replaced. */
const DROPPED = ['sign_in_failures', 'sign_in_attempts', 'mail_limits']

/** Compares each value of an earlier version with the one after the upgrade. */
const expectKept = (before: Contents, after: Contents, version: string): void => {
  for (const [table, { key, rows }] of before) {
    const now = after.get(table)
    if (!now && DROPPED.includes(table)) continue
    if (!now) throw new Error(`${table} is missing`)
    const only = (row: Record<string, string | null>) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => (CHANGES[`${table}.${column}`] ?? '') < version))
    const keyOf = (row: Record<string, string | null>) => key.map((column) => row[column]).join()
    const current = new Map(now.rows.map((row) => [keyOf(row), row]))
    for (const row of rows) expect(current.get(keyOf(row)), `${table} ${keyOf(row)}`).toMatchObject(only(row))
    // The migration that added search queues a job for the days that were there.
    const added = table === 'jobs' && version < '0008' ? 1 : 0
    expect(now.rows.length, table).toBe(rows.length + added)
  }
}

test.each(tested)(
  'a database of $name whose upgrade was killed in the middle has lost nothing, and its next upgrade keeps everything',
  async ({ name, number }) => {
    const before = await onDatabase(name, contentsOf)
    const empty = [...before].filter(([, { rows }]) => rows.length === 0).map(([table]) => table)
    expect(empty, 'Add rows of each table to test/fixtures/upgrades/rows.sql').toEqual([])
    // Versions of that time didn't record names.
    await onDatabase(name, (pool) => pool.query('alter table drizzle.__drizzle_migrations drop column name, drop column allows'))
    const old = schemaOf(name)
    await onDatabase(name, (pool) => pool.query(inTheMiddle(number, 'perform pg_terminate_backend(pg_backend_pid())')))
    await expect(onDatabase(name, (pool) => migrate({ pool }, migrations))).rejects.toThrow(/terminating connection|Connection terminated/)
    await onDatabase(name, (pool) => pool.query(NOTHING_MORE))
    expect(schemaOf(name)).toBe(old)
    expect(await onDatabase(name, contentsOf)).toEqual(before)

    await onDatabase(name, (pool) => migrate({ pool }, migrations))
    expect(schemaOf(name)).toBe(schemaOf('fresh'))
    expectKept(before, await onDatabase(name, contentsOf), name)
  },
)

/** Returns the files in a folder that contain a text. */
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text))

/** Starts the server, and kills it in the middle of its migrations. */
const killWhileMigrating = async (env: Record<string, string>): Promise<string> => {
  const child = spawnServer(env)
  const closed = once(child, 'close')
  let printed = ''
  const before = ours[middleAfter(OLDEST - 1) - 1]?.name ?? ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      printed += chunk
      if (printed.includes(before)) child.kill('SIGKILL')
    })
  const [code, signal] = await closed
  expect([code, signal], printed).toEqual([null, 'SIGKILL'])
  return printed
}

test.each(['embedded', 'server'] as const)(
  'a teacher of 281c151 finds everything after the %s database’s upgrade was killed and done again',
  async (kind) => {
    const dataDir = path.join(folder, kind, 'data')
    if (kind === 'server') await onDatabase('postgres', (admin) => admin.query('create database killed'))
    const env = { DATA_DIR: dataDir, SUBSCRIPTIONS: 'off', ...(kind === 'server' && { DATABASE_URL: urlOf('killed') }) }
    const opened = async <T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
      // Has no time limit, because PostgreSQL notices the end of a killed server only after the current statement.
      if (kind === 'server') return onDatabase('killed', work)
      const { pool, close } = await openDatabase({ dataDir, log: () => undefined })
      return work(pool).finally(close)
    }
    const before = await opened(async (pool) => {
      await growTo(pool, path.join(folder, kind), older[0] as (typeof older)[number])
      await pool.query('analyze')
      const contents = await contentsOf(pool)
      await pool.query(inTheMiddle(OLDEST - 1, 'perform pg_sleep(3)'))
      return contents
    })
    const printed = await killWhileMigrating(env)
    expect(printed).toContain(`"migrations":${ours.length - OLDEST}`)
    expect(printed).not.toContain('migrated the database')
    await opened(async (pool) => {
      expect(await contentsOf(pool)).toEqual(before)
      await pool.query(NOTHING_MORE)
    })

    server = await startServer(env)
    for (const { name } of ours.slice(OLDEST)) expect(server.printed()).toContain(`"migration":"${name}"`)
    const { body } = await server.call('POST', '/api/auth/login', { body: { email: 'ann@school.example', password: 'first-bell' } })
    const { token } = body as { token: string }
    const day = {
      noteText: 'Bring the maps',
      blocks: [{ title: 'Math', description: '<p>Fractions: ½ + ¼ — with <strong>pizza</strong> 🍕</p>' }],
    }
    const notes = { emergencyProcedures: 'Red bag by the door', studentNotes: 'Milo: peanuts', substituteInstructions: 'Line up at 8:05' }
    expect((await server.call('GET', '/api/user', { token })).body).toMatchObject({ ...notes, unreadableNotes: [] })
    expect((await server.call('GET', '/api/calendar', { token })).body).toMatchObject([day])
    expect((await server.call('GET', '/api/calendar/history?date=2026-11-18', { token })).body).toMatchObject([
      { before: { blocks: [{ description: '<p>Fractions</p>' }] } },
      { before: null },
    ])
    expect((await server.call('GET', '/api/daily-templates', { token })).body).toMatchObject([{ name: 'A usual Monday' }])
    const saved = await server.call('POST', '/api/calendar', { token, body: { date: '2026-11-19', hasNote: true, noteText: 'New' } })
    expect(saved.status).toBe(201)
    expect(await server.end('SIGTERM')).toBe(0)
    if (kind === 'embedded') for (const note of Object.values(notes)) expect(filesWith(dataDir, note), note).toEqual([])
  },
)
