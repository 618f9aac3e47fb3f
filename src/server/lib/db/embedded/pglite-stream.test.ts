import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drizzleOver } from '#server/lib/db/open.ts'
import { heapMegabytes } from '#test/memory.ts'
import { execOn } from './pglite-exec.ts'
import { poolOver } from './pglite-pool.ts'

const engine = await PGlite.create()
const said: string[] = []
const { pool } = poolOver(execOn(engine), (message) => said.push(message), { idleInTransactionMs: 1_500 })
const db = drizzleOver(pool, (message) => said.push(message))

/** Opens a separate connection, for tests that listen on it or cut it. */
const connect = async (): Promise<pg.Client> => {
  const client = new pg.Client({ stream: pool.options.stream as () => Duplex, ssl: false })
  client.on('error', (error) => said.push(error.message))
  await client.connect()
  return client
}
const count = async (): Promise<number> => Number((await pool.query('select count(*) from lessons')).rows[0].count)

beforeAll(async () => {
  await pool.query('create table lessons (id int primary key, title text not null)')
})
beforeEach(async () => {
  await pool.query('delete from lessons')
  said.length = 0
})
afterAll(async () => {
  await pool.end()
  await engine.close()
})

test('a refused write returns its reason, and the next call still works, fifty times', async () => {
  for (let round = 0; round < 50; round++) {
    await pool.query('insert into lessons values ($1, $2)', [round, 'Volcanoes'])
    await expect(pool.query('insert into lessons values ($1, $2)', [round, 'Again'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'lessons_pkey',
    })
    await expect(pool.query('select nonsense from nowhere')).rejects.toMatchObject({ code: '42P01' })
  }
  expect(await count()).toBe(50)
})

test('two hundred concurrent reads, writes, errors and transactions each get their own answer', async () => {
  const calls = Array.from({ length: 200 }, async (_, id) => {
    if (id % 4 === 0) return (await pool.query('insert into lessons values ($1, $2) returning id', [id, 'One'])).rows[0].id
    if (id % 4 === 1) return (await pool.query({ name: 'echo', text: 'select $1::int as id', values: [id] })).rows[0].id
    if (id % 4 === 2)
      return db.transaction(async (db) => {
        await db.execute(sql`insert into lessons values (${id}, 'Two')`)
        return (await db.execute(sql`select id from lessons where id = ${id}`)).rows[0]?.['id']
      })
    return pool.query('select 1 / ($1::int - $1::int)', [id]).catch((error: { code: string }) => (error.code === '22012' ? id : error))
  })
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 200 }, (_, id) => id))
  expect(await count()).toBe(100)
})

test('a failed transaction rolls back completely, or to its savepoint', async () => {
  await db.transaction(async (db) => {
    await db.execute(sql`insert into lessons values (1, 'Kept')`)
    await db
      .transaction(async (db) => {
        await db.execute(sql`insert into lessons values (2, 'Not kept')`)
        throw new Error('changed my mind')
      })
      .catch((error: Error) => expect(error.message).toBe('changed my mind'))
  })
  await expect(
    db.transaction(async (db) => {
      await db.execute(sql`insert into lessons values (3, 'Not kept')`)
      await db.execute(sql`insert into lessons values (1, 'Taken')`)
    }),
  ).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await count()).toBe(1)
})

test('a connection closed in a transaction leaves nothing behind and blocks no other', async () => {
  for (const leave of [(client: pg.Client) => client.end(), async (client: pg.Client) => void client.connection.stream.destroy()]) {
    const client = await connect()
    await client.query({ name: 'mine', text: 'select 1' })
    await client.query("set statement_timeout = 12345; begin; insert into lessons values (1, 'Half')")
    const waiting = count()
    await leave(client)
    expect(await waiting).toBe(0)
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([])
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }])
  }
})

test('a connection idle in a transaction is cut and rolled back, so that others can continue', async () => {
  const client = await connect()
  await client.query("begin; insert into lessons values (1, 'Half')")
  expect(await count()).toBe(0)
  await expect(client.query('commit')).rejects.toThrow('not queryable')
  expect(await count()).toBe(0)
  expect(said).toContain('terminating connection due to idle-in-transaction timeout')
})

test("a connection's named statement survives the end of another connection", async () => {
  const named = { name: 'named', text: 'select $1::text as title', values: ['Rivers'] }
  await pool.query(named)
  const other = await connect()
  await other.query({ name: 'other', text: 'select 2' })
  await other.end()
  expect((await pool.query(named)).rows).toEqual([{ title: 'Rivers' }])
})

test("a listener is notified of another connection's changes only after the commit", async () => {
  const listener = await connect()
  const heard: string[] = []
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen days')
  await db
    .transaction(async (db) => {
      await db.execute(sql`select pg_notify('days', 'taken back')`)
      throw new Error('no')
    })
    .catch(() => undefined)
  await db.transaction(async (db) => {
    await db.execute(sql`select pg_notify('days', '2026-11-18')`)
  })
  for (let waited = 0; heard.length === 0 && waited < 100; waited++) await pause(10)
  expect(heard).toEqual(['2026-11-18'])
  await listener.end()
  await pool.query('unlisten *')
})

test('an answer of many megabytes arrives completely', async () => {
  const { rows } = await pool.query("select repeat('x', 20000000) as text")
  expect(rows[0].text).toHaveLength(20_000_000)
  const { rows: back } = await pool.query('select length($1::text) as length', [rows[0].text])
  expect(back).toEqual([{ length: 20_000_000 }])
})

test('answers are not retained: memory does not grow over thousands of calls', async () => {
  const week = { name: 'a week', text: "select json_agg(repeat('Fractions ', 800)) from generate_series(1, 5)" }
  const read = async (times: number): Promise<number> => {
    for (let time = 0; time < times; time++) await pool.query(week)
    return heapMegabytes()
  }
  const before = await read(50)
  expect((await read(1500)) - before).toBeLessThan(10)
})
