// @module-tag engine
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { config } from '#test/app.ts'
import { openTestDatabase } from '#test/database.ts'
import { migrations } from '#test/migrated.ts'
import { newest, ours, writeMigrations } from '#test/migration-folders.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-list.ts'

const { db, pool, close } = await openTestDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-migrations-'))
const FUTURE = Date.UTC(2031, 4, 6, 7, 8)
const migrateFurther = () => pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', ['of 2031', FUTURE])
afterEach(async () => {
  await pool.query('drop table if exists moods; drop table if exists colors')
  await pool.query('delete from drizzle.__drizzle_migrations where created_at > $1', [ours.at(-1)?.at])
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

const listed = async () => (await pool.query('select * from drizzle.__drizzle_migrations order by id')).rows
const REFUSED =
  /^A newer Firstbell has migrated this database\. It has a migration from 20\d\d-\d\d-\d\d \d\d:\d\d UTC, and this version's newest is from 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Install the newer version, or restore a backup\.$/

test('a database migrated by a newer version is refused and left unchanged', async () => {
  await migrate({ pool }, migrations)
  await migrateFurther()
  const before = await listed()
  await expect(migrate({ pool }, migrations)).rejects.toThrow(REFUSED)
  await expect(migrate({ pool }, migrations)).rejects.toThrow('It has a migration from 2031-05-06 07:08 UTC')
  expect(await listed()).toEqual(before)
})

const healthOf = async (known: string) => {
  const parts = { db, keys: makeKeyRing(newKey()), config, clock: () => new Date(), logger: false, migrations: readMigrations(known) }
  const app = await buildApp(parts)
  const close = () => app.close()
  const health = async () => {
    const reply = await app.inject('/api/health')
    return [reply.statusCode, reply.json()]
  }
  return { health, close }
}
const HEALTHY = [200, { status: 'ok' }]
const UNHEALTHY = [503, { code: 'unavailable', message: 'A newer Firstbell has migrated the database. Upgrade this server, too.' }]

test('a running server is unhealthy once a newer one has migrated its database', async () => {
  const { health, close } = await healthOf(migrations)
  expect(await health()).toEqual(HEALTHY)
  await migrateFurther()
  expect(await health()).toEqual(UNHEALTHY)
  await close()
})

test('the previous version keeps running through an expand step, and the contract step after it refuses that version', async () => {
  const expand = { '9000_moods': `-- Notes moods.\n-- allows: ${newest}\ncreate table moods (day date);` }
  const contract = {
    ...expand,
    '9001_colors': '-- Colors instead.\n-- allows: 9000_moods\ndrop table moods; create table colors (day date);',
  }
  const [expanding, contracting] = [expand, contract].map((added, step) =>
    writeMigrations(path.join(folder, `step-${step}`), { added }),
  ) as [string, string]
  const { health, close } = await healthOf(migrations)

  await migrate({ pool }, expanding)
  await migrate({ pool }, migrations)
  expect(await health()).toEqual(HEALTHY)
  expect((await listed()).slice(ours.length)).toMatchObject([{ name: '9000_moods', allows: newest }])

  await migrate({ pool }, contracting)
  await expect(migrate({ pool }, migrations)).rejects.toThrow(REFUSED)
  expect(await health()).toEqual(UNHEALTHY)
  await migrate({ pool }, expanding)
  expect((await listed()).slice(ours.length)).toMatchObject([{ name: '9000_moods' }, { name: '9001_colors', allows: '9000_moods' }])
  await close()
})

test('an operator reads the name and the time of each migration in the log', async () => {
  const said: unknown[] = []
  const added = { '9000_moods': 'create table moods (day date);', '9001_colors': 'create table colors (day date);' }
  await migrate({ pool }, writeMigrations(path.join(folder, 'logged'), { added }), (...line) => said.push(line))
  expect(said).toEqual([
    ['migrating the database', { migrations: 2 }],
    ['ran a migration', { migration: '9000_moods', ms: expect.any(Number) }],
    ['ran a migration', { migration: '9001_colors', ms: expect.any(Number) }],
    ['migrated the database', { seconds: expect.any(Number) }],
  ])
})

test('an operator reads which migration failed, and nothing has changed', async () => {
  const said: unknown[] = []
  const added = { '9000_moods': 'create table moods (day date);', '9001_zero': 'select 1 / 0;' }
  const failing = writeMigrations(path.join(folder, 'failing'), { added })
  const before = await listed()
  await expect(migrate({ pool }, failing, (...line) => said.push(line))).rejects.toThrow('division by zero')
  expect(said.at(-1)).toEqual(['a migration failed, and all of them were rolled back', { migration: '9001_zero', ms: expect.any(Number) }])
  expect([await listed(), (await pool.query(`select to_regclass('moods') as moods`)).rows]).toEqual([before, [{ moods: null }]])
})

test('a database migrated before names were recorded gets them from then on', async () => {
  await pool.query('alter table drizzle.__drizzle_migrations drop column name, drop column allows')
  const { health, close } = await healthOf(migrations)
  expect(await health()).toEqual(HEALTHY)
  const added = { '9000_moods': `-- allows: ${newest}\ncreate table moods (day date);` }
  await migrate({ pool }, writeMigrations(path.join(folder, 'unnamed'), { added }))
  expect((await listed()).slice(-2)).toMatchObject([
    { name: null, allows: null },
    { name: '9000_moods', allows: newest },
  ])
  expect(await health()).toEqual(HEALTHY)
  await close()
})

test('PostgreSQL older than 15 is refused', async () => {
  // Shadows the server's own function to report a made-up version.
  await pool.query(`create schema older; create function older.current_setting(text) returns text language sql as 'select ''130023'''`)
  const connect = async () => {
    const client = await pool.connect()
    await client.query('set search_path = older, pg_catalog, public')
    return client
  }
  try {
    await expect(migrate({ pool: { connect } as unknown as pg.Pool }, migrations)).rejects.toThrow(
      /^Firstbell needs PostgreSQL 15 or newer, and this is PostgreSQL 13\. Upgrade it, or set DATABASE_URL to a newer one\.$/,
    )
  } finally {
    await pool.query('set search_path to default; drop schema older cascade')
  }
  await migrate({ pool }, migrations)
})
