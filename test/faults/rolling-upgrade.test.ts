/** Tests servers of two versions on one PostgreSQL. A version is this one with other migrations. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from '#server/lib/db/migrate.ts'
import { openServerPool } from '#server/lib/db/open.ts'
import { addDays } from '#shared/dates.ts'
import { migrations } from '#test/migrated.ts'
import { newest, writeMigrations } from '#test/migration-folders.ts'
import { startPostgres, type TestPostgres } from '#test/postgres.mjs'
import { type RunningServer, runServer, startServer } from '#test/server.ts'
import { isFullSize } from '#test/size.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const TEACHERS = isFullSize ? 24 : 8

const EXPAND = {
  '9000_moods': `-- Days get a mood, with an index and a table of moods.
-- allows: ${newest}
ALTER TABLE "calendar_days" ADD COLUMN "mood" text DEFAULT 'calm' NOT NULL;--> statement-breakpoint
CREATE INDEX "calendar_days_by_mood" ON "calendar_days" USING btree ("mood");--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mood" text;--> statement-breakpoint
CREATE TABLE "moods" ("name" text PRIMARY KEY NOT NULL);`,
}
const CONTRACT = {
  ...EXPAND,
  '9001_no_mood_of_days': `-- Moods are in their table alone.
-- allows: nothing older
ALTER TABLE "calendar_days" DROP COLUMN "mood";`,
}

let postgres: TestPostgres
const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-upgrade-'))
const running: RunningServer[] = []
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  for (const server of running) await server.end('SIGKILL')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Writes a version with other migrations to a folder, and returns the folder. */
const writeVersion = (name: string, added: Record<string, string>): string => {
  const version = path.join(folder, name)
  mkdirSync(version)
  for (const part of ['dist', 'package.json']) cpSync(path.join(project, part), path.join(version, part), { recursive: true })
  symlinkSync(path.join(project, 'node_modules'), path.join(version, 'node_modules'))
  writeMigrations(path.join(version, 'migrations'), { added })
  return version
}

const env = (url: string) => ({ DATABASE_URL: url, DATA_DIR: path.join(folder, 'data') })
const started = async (url: string, version?: string): Promise<RunningServer> => {
  const server = await startServer(env(url), undefined, version)
  running.push(server)
  return server
}

const makeDatabase = async (name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return postgres.url.replace(/\w+$/, name)
}

const signUp = async (server: RunningServer, email: string): Promise<string> => {
  const { body } = await server.call('POST', '/api/auth/register', { body: { email, password: 'first-bell' } })
  return (body as { token: string }).token
}

/** Saves days without a pause until `stop`, on each of `servers` in turn. */
const teach = (token: string, teacher: number, servers: RunningServer[]) => {
  const saved: string[] = []
  const failed: unknown[] = []
  let isOver = false
  const ended = (async () => {
    for (let day = 0; !isOver; day++) {
      const server = servers[(teacher + day) % servers.length] as RunningServer
      const date = addDays('2026-09-01', day % 300)
      const blocks = [{ id: 'block_1', title: `Lesson ${day}`, startTime: '08:00', endTime: '09:00' }]
      const reply = await server.call('POST', '/api/calendar', { token, body: { date, blocks } }).catch((error: unknown) => error)
      if (reply instanceof Error || ![200, 201].includes((reply as { status: number }).status)) failed.push(reply)
      else saved.push(`${date} Lesson ${day}`)
    }
  })()
  const stop = (): Promise<void> => {
    isOver = true
    return ended
  }
  return { saved, failed, stop }
}

const healthOf = async (server: RunningServer) => (await server.call('GET', '/api/health/ready')).status

test('teachers save without a failure while servers of the previous version and of a new one run side by side', async () => {
  const url = await makeDatabase('rolling')
  const [expanding, contracting] = [writeVersion('expanding', EXPAND), writeVersion('contracting', CONTRACT)]
  const old = await started(url)
  const tokens: string[] = []
  for (let teacher = 0; teacher < TEACHERS; teacher++) tokens.push(await signUp(old, `teacher-${teacher}@school.example`))
  const servers = [old]
  const teachers = tokens.map((token, teacher) => teach(token, teacher, servers))
  const savedBy = () => teachers.reduce((sum, { saved }) => sum + saved.length, 0)
  const untilSaved = async (more: number) => {
    const goal = savedBy() + more
    await vi.waitFor(() => expect(savedBy()).toBeGreaterThan(goal), { timeout: 60_000, interval: 20 })
  }
  const failures = () => teachers.flatMap(({ failed }) => failed)

  await untilSaved(50)
  const upgraded = await started(url, expanding)
  expect(upgraded.printed()).toContain('"migration":"9000_moods"')
  expect(await healthOf(old)).toBe(200)
  await untilSaved(50)
  servers.push(upgraded)
  await untilSaved(50)
  const restarted = await started(url)
  servers.push(restarted)
  await untilSaved(50)
  expect([await healthOf(old), await healthOf(upgraded), await healthOf(restarted)]).toEqual([200, 200, 200])
  servers.shift()
  await untilSaved(TEACHERS)
  expect(await old.end('SIGTERM')).toBe(0)
  await untilSaved(50)
  await Promise.all(teachers.map(({ stop }) => stop()))
  expect(failures()).toEqual([])
  for (const [teacher, token] of tokens.entries()) {
    const days = (await upgraded.call('GET', '/api/calendar', { token })).body as { date: string; blocks: { title: string }[] }[]
    const last = new Map(teachers[teacher]?.saved.map((each) => [each.slice(0, 10), each.slice(11)]))
    expect(new Map(days.map(({ date, blocks }) => [date, blocks[0]?.title]))).toEqual(last)
  }

  await started(url, contracting)
  expect([await healthOf(restarted), await healthOf(upgraded)]).toEqual([503, 503])
  for (const version of [undefined, expanding]) {
    const { code, printed } = await runServer(env(url), version)
    expect([code, printed]).toEqual([78, expect.stringMatching(/^A newer Firstbell has migrated this database\./)])
  }
})

test('a migration lets saves continue while a backup reads a table that it changes', async () => {
  const url = await makeDatabase('locked')
  const pool = openServerPool(url, () => undefined)
  await migrate({ pool }, migrations)
  const added = { '9000_moods': `-- allows: ${newest}\nALTER TABLE "schools" ADD COLUMN "mood" text;` }
  const expanding = writeMigrations(path.join(folder, 'locked'), { added })
  const reader = await pool.connect()
  await reader.query('begin; select from schools')
  await expect(migrate({ pool }, expanding, undefined, 1)).rejects.toThrow(
    /^The database couldn't be migrated, because another transaction/,
  )

  const said: string[] = []
  const migrated = migrate({ pool }, expanding, (message) => said.push(message))
  await vi.waitFor(() => expect(said).toContain('a table is in use, so the migrations will be tried again'), { timeout: 20_000 })
  await pool.query(`insert into schools (name, timezone, created_at) values ('Lincoln', 'UTC', now())`)
  expect(said).not.toContain('migrated the database')
  await reader.query('commit')
  reader.release()
  await migrated
  expect(said.at(-1)).toBe('migrated the database')
  expect((await pool.query('select name, mood from schools')).rows).toEqual([{ name: 'Lincoln', mood: null }])
  await pool.end()
})

test('a migration and a save that wait for each other end with both done', async () => {
  const url = await makeDatabase('deadlock')
  const pool = openServerPool(url, () => undefined)
  await migrate({ pool }, migrations)
  const added = {
    '9000_moods': `-- allows: ${newest}\nALTER TABLE "schools" ADD COLUMN "mood" text;--> statement-breakpoint
ALTER TABLE "maintenance" ADD COLUMN "mood" text;`,
  }
  const expanding = writeMigrations(path.join(folder, 'deadlock'), { added })
  const save = await pool.connect()
  await save.query(`begin; insert into maintenance (words, until) values ('Soon', now())`)
  const said: string[] = []
  const migrated = migrate({ pool }, expanding, (message) => said.push(message))
  // The migration has the schools and waits for the table that the save has.
  const waiting = `select from pg_locks where relation = 'maintenance'::regclass and not granted`
  await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1), { timeout: 20_000, interval: 5 })
  await save.query(`insert into schools (name, timezone, created_at) values ('Lincoln', 'UTC', now())`)
  await save.query('commit')
  save.release()
  await migrated
  expect(said).toContain('a table is in use, so the migrations will be tried again')
  expect((await pool.query('select words, s.mood from maintenance, schools s')).rows).toEqual([{ words: 'Soon', mood: null }])
  await pool.end()
})
