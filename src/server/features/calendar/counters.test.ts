// @module-tag engine
import { beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { call, clock, db, pool } from '#test/app.ts'
import { aBlock } from './samples.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
})
const save = (date: string, title = 'Math') =>
  call('POST', '/api/calendar', { token: ann.token, body: { date, blocks: [aBlock({ title })] } })
const rows = async () =>
  (
    await pool.query(
      `select c.xmin::text as calendar, u.xmin::text as counters, u.version::int
       from calendars c join calendar_counters u on u.calendar_id = c.id where user_id = $1`,
      [ann.userId],
    )
  ).rows[0]

test('a save changes its calendar’s counters, and not the row that every call reads', async () => {
  const before = await rows()
  const { version } = (await save('2026-11-18')).body
  const after = await rows()
  expect(after).toMatchObject({ calendar: before.calendar, version })
  expect(after.counters).not.toBe(before.counters)
})

test('an account that is deleted while its teacher saves is gone, and each save is carried out or refused', async () => {
  const dates = Array.from({ length: 12 }, (_, day) => `2026-11-${day + 10}`)
  const saves = dates.map((date) => save(date))
  const deleted = call('POST', '/api/user/delete', { token: ann.token, body: { confirmation: 'DELETE' } })
  const more = dates.map((date) => save(date, 'Art'))
  expect((await deleted).status).toBe(200)
  for (const { status } of await Promise.all([...saves, ...more])) expect([200, 201, 401, 404, 409]).toContain(status)
  expect(await rows()).toBeUndefined()
  expect((await pool.query('select 1 from calendar_counters where calendar_id not in (select id from calendars)')).rows).toEqual([])
})
