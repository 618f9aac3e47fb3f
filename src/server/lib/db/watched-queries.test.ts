// @module-tag engine
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#test/database.ts'
import { nameOfQuery, watchQueries } from './watched-queries.ts'

test.each([
  ['select "id" from "calendar_days" inner join "calendars" on true where title = \'secret\'', 'select calendar_days, calendars'],
  ['insert into "mails" ("id") values ($1) on conflict do update set "id" = 1', 'insert mails'],
  ['with gone as (delete from only jobs returning id) update users set "x" = 1 from gone', 'delete jobs, users, gone'],
  ['select extract(epoch from now()) from jobs', 'select jobs'],
  ['begin', 'begin'],
  ['select 1', 'select'],
])('%s is named %s', (text, name) => {
  expect(nameOfQuery(text)).toBe(name)
})

test('slow queries are named, fast and failed ones work as before', async () => {
  const { pool, close } = await openTestDatabase()
  const slow: string[] = []
  const client = await pool.connect()
  watchQueries(client, { onSlow: (query) => slow.push(query), slowMs: 60, isPooled: true })
  expect((await client.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
  await client.query({ name: 'named', text: 'select pg_sleep(0.1)' })
  await client.query({ name: 'named', text: 'select 2 as two' })
  const byCallback = await new Promise((resolve) => {
    const given = (_error: Error, { rowCount }: pg.QueryResult) => resolve(rowCount)
    void client.query('select pg_sleep(0.1), relname from pg_class limit 1', given)
  })
  expect(byCallback).toBe(1)
  await expect(client.query('select nothing')).rejects.toThrow(/nothing/)
  expect(slow).toEqual(['select', 'select pg_class'])
  client.release(true)
  await close()
})
