import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isUnavailable } from '#server/lib/db/failures.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { fillNew } from '#server/lib/db/new-database.ts'
import { type Database, openDatabase } from '#server/lib/db/open.ts'
import { inTransaction, ONE_MOMENT, piecesOf } from '#server/lib/db/rows.ts'
import { openTestDatabase } from '#test/database.ts'
import { startPostgres, type TestPostgres } from '#test/postgres.mjs'
import { isFullSize } from '#test/size.ts'

let postgres: TestPostgres
let folder: string
const said: string[] = []
const log = (message: string): void => void said.push(message)
const open = (): Promise<Database> => openDatabase({ databaseUrl: postgres.url, dataDir: folder, log })

beforeAll(async () => {
  postgres = await startPostgres({ isDurable: true })
  folder = mkdtempSync(path.join(tmpdir(), 'firstbell-migrations-'))
  mkdirSync(path.join(folder, 'meta'))
  const statements = [
    'create table rooms (id bigint primary key generated always as identity, "where" json, seen timestamptz, size float8)',
    'create table desks (room bigint not null references rooms, seat text, tags text[], raw bytea, day date, twice int generated always as (2) stored, primary key (room, seat))',
    'create table jobs (name text primary key)',
    'select pg_sleep(0.5)',
  ]
  writeFileSync(path.join(folder, '0000_rooms.sql'), statements.join(';\n--> statement-breakpoint\n'))
  const entries = [{ idx: 0, version: '7', when: 1_795_000_000_000, tag: '0000_rooms', breakpoints: true }]
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
})
beforeEach(async () => {
  said.length = 0
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public')
  await client.end()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('three servers starting at once on an empty database all succeed, and it is migrated once', async () => {
  const starters = await Promise.all([open(), open(), open()])
  try {
    await Promise.all(starters.map((starter) => migrate(starter, folder)))
    const { pool } = starters[0] as Database
    expect((await pool.query('select count(*) from drizzle.__drizzle_migrations')).rows).toEqual([{ count: '1' }])
    expect((await pool.query("select count(*) from pg_locks where locktype = 'advisory'")).rows).toEqual([{ count: '0' }])
  } finally {
    await Promise.all(starters.map((starter) => starter.close()))
  }
})

test('a migration may take longer than a call, and its settings for that are reset afterwards', async () => {
  const pool = new pg.Pool({ connectionString: postgres.url, statement_timeout: 300, max: 1 })
  try {
    await migrate({ pool }, folder)
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '300ms' }])
    await expect(migrate({ pool }, path.join(folder, 'nowhere'))).rejects.toThrow('_journal.json')
    await migrate({ pool }, folder)
  } finally {
    await pool.end()
  }
})

test('no statement, lock or idle transaction can hold a connection forever', async () => {
  const { pool, close } = await open()
  const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name']
  const { rows } = await pool.query('select setting from pg_settings where name = any($1) order by array_position($1, name)', [settings])
  expect(rows.map(({ setting }) => setting)).toEqual(['5000', '2000', '10000', 'firstbell'])
  await close()
})

/** Retries until the call succeeds, as a teacher would. Until then, every error must be caused by the unavailable database. */
const whenBack = async (call: () => Promise<unknown>): Promise<number> => {
  const began = Date.now()
  for (;;) {
    try {
      await call()
      return Date.now() - began
    } catch (error) {
      expect(isUnavailable(error), String(error)).toBe(true)
      if (Date.now() - began > 30_000) throw error
    }
  }
}

test.each(['kill', 'restart'] as const)(
  'after a %s of PostgreSQL under load the same pool recovers, and nothing acknowledged is lost',
  async (how) => {
    const { db, pool, close } = await open()
    await pool.query('create table lessons (id int primary key)')
    const acknowledged: number[] = []
    const failures: unknown[] = []
    let id = 0
    let isOver = false
    // Uses more writers than pool connections, half of them in transactions, so that the connections are in different states when
    // PostgreSQL stops.
    const teachers = Array.from({ length: 15 }, async (_, teacher) => {
      while (!isOver) {
        const mine = ++id
        const insert = sql`insert into lessons values (${mine})`
        const write = teacher % 2 === 0 ? db.execute(insert) : db.transaction((db) => db.execute(insert))
        await write.then(
          () => acknowledged.push(mine),
          (error: unknown) => failures.push(error),
        )
      }
    })
    for (let round = 0; round < (isFullSize ? 3 : 1); round++) {
      const goal = acknowledged.length + 50
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(goal)
      await postgres[how]()
      if (how === 'kill') await postgres.start()
      await whenBack(() => db.transaction((db) => db.execute(sql`select 1`)))
    }
    isOver = true
    await Promise.all(teachers)
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((error) => !isUnavailable(error)).map(String)).toEqual([])
    const kept = new Set((await pool.query<{ id: number }>('select id from lessons')).rows.map((row) => row.id))
    expect(acknowledged.filter((one) => !kept.has(one))).toEqual([])
    // None of the pool's ten connections leaked.
    const all = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
    for (const client of all) client.release()
    await close()
  },
)

test('a transaction that can’t begin because its connection has just ended doesn’t keep the connection', async () => {
  const { db, pool, close } = await open()
  pool.once('acquire', (client) => void (client as pg.PoolClient & pg.Client).end())
  await expect(db.transaction((db) => db.execute(sql`select 1`))).rejects.toThrow()
  await expect.poll(() => pool.totalCount).toBe(0)
  await close()
})

test('a school that has outgrown the embedded database keeps every row exactly', async () => {
  const embedded = await openTestDatabase()
  const server = await open()
  try {
    expect([embedded.engine, server.kind]).toEqual(['embedded', 'server'])
    await embedded.pool.query('drop schema drizzle cascade; drop schema public cascade; create schema public')
    await migrate(embedded, folder)
    const move = () =>
      inTransaction(embedded.pool, ONE_MOMENT, (client) => {
        const pieces = piecesOf(client, new Date())
        return fillNew({ databaseUrl: postgres.url, dataDir: folder }, { pieces, migrations: folder }, log)
      })
    await migrate(server, folder)
    await server.pool.query(`insert into jobs values ('noted at the start of a server')`)
    await embedded.pool.query(`
      insert into jobs values ('of the copy');
      insert into rooms ("where", seen, size) select json_build_object('Floor "é"', n, 'b', null), '2026-11-18 08:00:00.123456+02'::timestamptz + n * interval '1 h', sqrt(n) from generate_series(1, 120) n;
      insert into rooms ("where", seen, size) values ('null', 'infinity', 'NaN'), (null, null, null), ('{"b":1,  "a":[]}', '-infinity', 1e-300);
      insert into desks select r, 's' || s, array['a "b"', null, 'c,\\d{}'], decode('00ff27', 'hex'), '2026-11-18'::date + s from generate_series(1, 40) r, generate_series(1, 5) s`)
    expect((await move()).map(({ name, rows }) => ({ name, rows }))).toEqual([
      { name: 'jobs', rows: 1 },
      { name: 'rooms', rows: 123 },
      { name: 'desks', rows: 200 },
    ])
    for (const [table, key] of [
      ['rooms', 't.id'],
      ['desks', 't.room, t.seat'],
    ]) {
      const digest = `select count(*), md5(string_agg(t::text, '|' order by ${key})) from ${table} t`
      expect((await server.pool.query(digest)).rows).toEqual((await embedded.pool.query(digest)).rows)
    }
    const { rows } = await server.pool.query('insert into rooms default values returning id')
    expect(rows).toEqual([{ id: '124' }])
    await expect(move()).rejects.toThrow("isn't empty")
    expect((await server.pool.query('select name from jobs')).rows).toEqual([{ name: 'of the copy' }])
  } finally {
    await embedded.close()
    await server.close()
  }
})
