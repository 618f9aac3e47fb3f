// @module-tag engine
import type pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { makeKeyRing, newKey } from '#server/lib/keys/key-ring.ts'
import { config } from '#test/app.ts'
import { openTestDatabase } from '#test/database.ts'
import { migrations } from '#test/migrated.ts'
import { migrate, newestMigrationIn } from './migrate.ts'

const { db, pool, close } = await openTestDatabase()
const FUTURE = Date.UTC(2031, 4, 6, 7, 8)
const migrateFurther = () => pool.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', ['of 2031', FUTURE])
afterEach(() => pool.query('delete from drizzle.__drizzle_migrations where created_at = $1', [FUTURE]))
afterAll(close)

test('a database migrated by a newer version is refused and left unchanged', async () => {
  await migrate({ pool }, migrations)
  await migrateFurther()
  const rows = async () => (await pool.query('select * from drizzle.__drizzle_migrations order by id')).rows
  const before = await rows()
  await expect(migrate({ pool }, migrations)).rejects.toThrow(
    /^A newer Firstbell has migrated this database\. It has a migration from 2031-05-06 07:08 UTC, and this version's newest is from 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Install the newer version, or restore a backup\.$/,
  )
  expect(await rows()).toEqual(before)
})

test('a running server is unhealthy once a newer one has migrated its database', async () => {
  const newestMigration = newestMigrationIn(migrations)
  const app = await buildApp({ db, keys: makeKeyRing(newKey()), config, clock: () => new Date(), logger: false, newestMigration })
  const health = async () => {
    const reply = await app.inject('/api/health')
    return [reply.statusCode, reply.json()]
  }
  expect(await health()).toEqual([200, { status: 'ok' }])
  await migrateFurther()
  expect(await health()).toEqual([
    503,
    { code: 'unavailable', message: 'A newer Firstbell has migrated the database. Upgrade this server, too.' },
  ])
  await app.close()
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
