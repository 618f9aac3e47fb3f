// @module-tag engine
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { EngineStopped } from './embedded/pglite-thread.ts'
import { isRetryable, isUnavailable, uniqueViolationOf } from './failures.ts'
import { drizzleOver, openServerPool } from './open.ts'

const { db, pool, close } = await openTestDatabase()
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

beforeAll(async () => {
  await pool.query(
    'create table if not exists desks (id int primary key, seat text constraint one_a_seat unique, room int check (room > 0))',
  )
  await pool.query("insert into desks values (1, 'A', 1)")
})
afterAll(async () => {
  await pool.query('drop table desks')
  await close()
})

test('a unique violation is identified by its constraint, with and without Drizzle', async () => {
  expect(uniqueViolationOf(await failureOf(db.execute(sql`insert into desks values (2, 'A', 1)`)))).toBe('one_a_seat')
  expect(uniqueViolationOf(await failureOf(pool.query('insert into desks values (1)')))).toBe('desks_pkey')
})

test.each([
  ['a failed check constraint', 'insert into desks values (3, null, 0)'],
  ['an invalid statement', 'select nonsense'],
  ['an invalid number', "select 'x'::int"],
])('%s is not a unique violation, not retryable and not an outage', async (_, statement) => {
  const error = await failureOf(db.execute(sql.raw(statement)))
  expect(error).toBeInstanceOf(Error)
  expect([uniqueViolationOf(error), isRetryable(error), isUnavailable(error)]).toEqual([undefined, false, false])
})

test('a transaction conflict is retryable', async () => {
  for (const code of ['40001', '40P01']) {
    const error = await failureOf(db.execute(sql.raw(`do $$ begin raise exception 'met another' using errcode = '${code}'; end $$`)))
    expect([isRetryable(error), isUnavailable(error)]).toEqual([true, false])
  }
})

test.each(['08006', '53100', '53300', '57P01', '57P03', '57014', '55P03', '25P03'])(
  'SQLSTATE %s means that the database is unavailable',
  async (code) => {
    expect(
      isUnavailable(await failureOf(db.execute(sql.raw(`do $$ begin raise exception 'away' using errcode = '${code}'; end $$`)))),
    ).toBe(true)
  },
)

test('an unreachable server is unavailable', async () => {
  const urls = ['postgres://nobody@127.0.0.1:1/none', 'postgres://nobody@localhost:1/none', 'postgres://nobody@%2Fnowhere%2Fat%2Fall/none']
  for (const url of urls) {
    const nowhere = openServerPool(url, () => undefined)
    expect(isUnavailable(await failureOf(nowhere.query('select 1')))).toBe(true)
    expect(isUnavailable(await failureOf(drizzleOver(nowhere, () => undefined).transaction(async () => undefined)))).toBe(true)
    await nowhere.end()
    expect(isUnavailable(await failureOf(nowhere.query('select 1')))).toBe(true)
  }
})

test('a pool timeout and a cut connection mean the database is unavailable', async () => {
  const small = new pg.Pool({ ...pool.options, max: 1, connectionTimeoutMillis: 100 })
  const client = await small.connect()
  client.on('error', () => undefined)
  expect(isUnavailable(await failureOf(small.query('select 1')))).toBe(true)
  const query = failureOf(client.query('select pg_sleep(0.3)'))
  client.connection.stream.destroy()
  expect(isUnavailable(await query)).toBe(true)
  expect(isUnavailable(await failureOf(client.query('select 1')))).toBe(true)
  client.release(true)
  await small.end()
})

test('an embedded engine that died is unavailable', () => {
  expect(isUnavailable(new Error('query failed', { cause: new EngineStopped('PANIC') }))).toBe(true)
})

test('errors from outside the database match no class', () => {
  const circle = new Error('circle')
  circle.cause = circle
  for (const thing of [
    undefined,
    null,
    'text',
    { code: '23505' },
    circle,
    Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }),
  ])
    expect([uniqueViolationOf(thing), isRetryable(thing), isUnavailable(thing)]).toEqual([undefined, false, false])
})
