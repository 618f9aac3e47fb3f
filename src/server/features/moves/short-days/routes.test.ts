// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db, setClock } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let [math, art] = ['', '']
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const asAnn = (method: Method, path: string, body?: object) => call(method, path, { token: ann.token, ...(body && { body }) })

/** Five weeks from Monday, November 30, 2026: Math at 9:00, Art at 10:00, and lunch at 11:00. */
beforeEach(async () => {
  setClock('2026-11-18T14:00:00Z')
  ann = await aTeacher(db, { now: clock() })
  math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body.id
  art = (await asAnn('POST', '/api/classes', { name: 'Art' })).body.id
  const laid = await asAnn('POST', '/api/timetables', {
    firstDay: '2026-11-30',
    lastDay: '2026-12-31',
    rhythm: { kind: 'weekly' },
    rows: [
      { startTime: '09:00', endTime: '10:00' },
      { startTime: '10:00', endTime: '11:00' },
    ],
    cells: [1, 2, 3, 4, 5].flatMap((day) => [
      { day, row: 0, classId: math },
      { day, row: 1, classId: art },
    ]),
    breaks: [1, 2, 3, 4, 5].map((day) => ({ day, startTime: '11:00', endTime: '11:30', title: 'Lunch' })),
    from: '2026-11-30',
    existing: 'keep',
  })
  expect(laid.status, JSON.stringify(laid.body)).toBe(201)
})

const WEDNESDAY = '2026-12-02'
const dayOn = async (date: string) => (await asAnn('GET', `/api/calendar?date=${date}`)).body[0]
const blocksOn = async (date: string): Promise<TimeBlock[]> => (await dayOn(date)).blocks
/** A day's lessons, as 'Math 9:30-10:15'. */
const inWords = (blocks: TimeBlock[]) =>
  blocks.map(({ title, startTime, endTime, usual }) => `${title} ${usual?.isLeftOut ? 'out' : `${startTime}-${endTime}`}`)
const wordsOn = async (date: string) => inWords(await blocksOn(date))
const write = async (date: string, title: string, words: string) => {
  const { id, blocks } = await dayOn(date)
  const after = blocks.map((block: TimeBlock) => (block.title === title ? { ...block, description: `<p>${words}</p>` } : block))
  expect((await asAnn('PUT', `/api/calendar/${id}`, { blocks: after })).status).toBe(200)
}
const all = async () => (await call('GET', '/api/calendar?from=2026-11-30&to=2026-12-31', { token: ann.token })).body
const content = async () => (await all()).map(({ version: _, operationId: __, ...day }: { version: number; operationId: string }) => day)
const undo = ({ operationId }: { operationId: string }) => asAnn('POST', `/api/calendar/operations/${operationId}/undo`)
const lunchOn = async (date: string) => (await blocksOn(date)).find(({ title }) => title === 'Lunch')?.id ?? ''
const aRule = async (date = WEDNESDAY) => ({ startTime: '10:00', endTime: '12:00', keep: [await lunchOn(date)] })
const shorten = (body: object) => asAnn('POST', '/api/calendar/short-days', { date: WEDNESDAY, ...body })
const restore = (date: string) => asAnn('DELETE', `/api/calendar/short-days/${date}`)
const block = (date: string) => asAnn('POST', '/api/calendar/bulk', { from: date, to: date, isBlocked: true, blockedText: 'Snow day' })

describe('a teacher shortens a day', () => {
  test('by a rule, as previewed, and one Undo restores it byte for byte', async () => {
    const before = JSON.stringify(await content())
    const rule = await aRule()
    const preview = await asAnn('POST', '/api/calendar/short-days/preview', { date: WEDNESDAY, rule })
    expect(JSON.stringify(await content())).toBe(before)
    expect(preview.body).toMatchObject({
      off: [],
      days: [
        {
          date: WEDNESDAY,
          shortDay: 'Late start',
          lessons: [
            {
              title: 'Math',
              classId: math,
              usual: { startTime: '09:00', endTime: '10:00' },
              short: { startTime: '10:00', endTime: '11:00' },
            },
            { title: 'Art', short: { startTime: '11:30', endTime: '12:00' } },
            { title: 'Lunch', short: { startTime: '11:00', endTime: '11:30' } },
          ],
        },
      ],
    })
    const operationId = randomUUID()
    const short = await shorten({ rule, operationId })
    expect(short.status, JSON.stringify(short.body)).toBe(200)
    expect(await wordsOn(WEDNESDAY)).toEqual(['Math 10:00-11:00', 'Art 11:30-12:00', 'Lunch 11:00-11:30'])
    const after = JSON.stringify(await all())
    expect((await shorten({ rule, operationId })).body).toMatchObject({ operationId })
    expect(JSON.stringify(await all())).toBe(after)
    const undone = await undo(short.body)
    expect(JSON.stringify(await content())).toBe(before)
    await undo(undone.body)
    expect(inWords(await blocksOn(WEDNESDAY))).toEqual(['Math 10:00-11:00', 'Art 11:30-12:00', 'Lunch 11:00-11:30'])
  })

  test('and its usual times come back with what was written since', async () => {
    await write(WEDNESDAY, 'Math', 'Fractions')
    await shorten({ rule: await aRule() })
    await write(WEDNESDAY, 'Math', 'Fractions, page 2')
    expect((await blocksOn(WEDNESDAY))[0]?.usual?.startTime).toBe('09:00')
    expect((await restore(WEDNESDAY)).status).toBe(200)
    expect(await wordsOn(WEDNESDAY)).toEqual(['Math 09:00-10:00', 'Art 10:00-11:00', 'Lunch 11:00-11:30'])
    expect((await blocksOn(WEDNESDAY))[0]).toMatchObject({ description: '<p>Fractions, page 2</p>' })
    expect(await blocksOn(WEDNESDAY)).toSatisfy((blocks: TimeBlock[]) => blocks.every((one) => !('usual' in one)))
    expect(await restore(WEDNESDAY)).toMatchObject({ status: 404, body: { message: expect.stringContaining('short') } })
    expect((await restore('2027-01-05')).status).toBe(404)
  })

  test('with classes left out, which keep their texts', async () => {
    await write(WEDNESDAY, 'Art', 'Clay')
    await shorten({ rule: { ...(await aRule()), leaveOut: [art] } })
    expect(await wordsOn(WEDNESDAY)).toEqual(['Math 10:00-11:00', 'Art out', 'Lunch 11:00-11:30'])
    expect((await blocksOn(WEDNESDAY))[1]).toMatchObject({ description: '<p>Clay</p>' })
  })

  test('every Wednesday until the timetable ends, except days off', async () => {
    await block('2026-12-16')
    const before = JSON.stringify(await content())
    const body = { rule: await aRule(), until: '2027-12-01' }
    expect((await asAnn('POST', '/api/calendar/short-days/preview', { date: WEDNESDAY, ...body })).body).toMatchObject({
      off: ['2026-12-16'],
      days: [{ date: WEDNESDAY }, { date: '2026-12-09' }, { date: '2026-12-23' }, { date: '2026-12-30' }],
    })
    const short = await shorten(body)
    expect(short.body.entries.map(({ date }: { date: string }) => date)).toEqual([WEDNESDAY, '2026-12-09', '2026-12-23', '2026-12-30'])
    expect(await wordsOn('2026-12-30')).toEqual(['Math 10:00-11:00', 'Art 11:30-12:00', 'Lunch 11:00-11:30'])
    expect(await wordsOn('2026-12-29')).toEqual(['Math 09:00-10:00', 'Art 10:00-11:00', 'Lunch 11:00-11:30'])
    await undo(short.body)
    expect(JSON.stringify(await content())).toBe(before)
  })

  test('and can’t shorten a day off, an empty day, or a day with two kinds of times', async () => {
    const rule = await aRule()
    await block('2026-12-03')
    expect(await shorten({ rule, date: '2026-12-03' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('day off') },
    })
    expect(await shorten({ rule, date: '2027-02-03' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('no lessons') },
    })
    const refused = async (body: object) => (await shorten(body)).status
    expect(await refused({ rule, bellScheduleId: randomUUID() })).toBe(422)
    expect(await refused({})).toBe(422)
    expect(await refused({ bellScheduleId: randomUUID() })).toBe(404)
    expect(await refused({ rule, until: '2026-12-01' })).toBe(422)
    expect(await refused({ rule: { ...rule, endTime: '10:00' } })).toBe(422)
  })
})

describe('bell schedules', () => {
  const ROWS = [
    { startTime: '10:00', endTime: '10:30' },
    { startTime: '10:30', endTime: '11:00' },
  ]
  const create = (body: object = {}) => asAnn('POST', '/api/bell-schedules', { name: '2-hour delay', rows: ROWS, ...body })

  test('are saved, changed and deleted, and days that they shortened stay short', async () => {
    const id = randomUUID()
    expect(await create({ id })).toMatchObject({ status: 201, body: { id, name: '2-hour delay', rows: ROWS, isSchools: false } })
    expect((await create({ id })).status).toBe(201)
    expect(await create({ name: ' 2-Hour Delay' })).toMatchObject({ status: 409, body: { code: 'taken' } })
    await shorten({ bellScheduleId: id })
    expect(await wordsOn(WEDNESDAY)).toEqual(['Math 10:00-10:30', 'Art 10:30-11:00', 'Lunch out'])
    expect((await blocksOn(WEDNESDAY))[0]?.usual?.shortDay).toBe('2-hour delay')
    expect((await asAnn('PATCH', `/api/bell-schedules/${id}`, { name: 'Late start' })).body).toMatchObject({
      name: 'Late start',
      rows: ROWS,
    })
    const gone = await asAnn('DELETE', `/api/bell-schedules/${id}`)
    expect((await asAnn('GET', '/api/bell-schedules')).body).toEqual([])
    expect(await wordsOn(WEDNESDAY)).toEqual(['Math 10:00-10:30', 'Art 10:30-11:00', 'Lunch out'])
    await undo(gone.body)
    expect((await asAnn('GET', '/api/bell-schedules')).body).toMatchObject([{ id, name: 'Late start' }])
  })

  test('of a colleague can’t be used, and those of the school can’t be changed here', async () => {
    const schoolId = await openSchool(db, { name: 'Lincoln', timezone: 'UTC', email: ann.email }, clock())
    const bob = await aTeacher(db, { now: clock() })
    await joinSchool(db, bob.userId, { schoolId, at: clock(), isAdministrator: false })
    const own = (await create()).body.id
    const schools = randomUUID()
    const year = { firstDay: '2026-08-26', lastDay: '2027-06-16', rhythm: { kind: 'weekly' } }
    const put = await asAnn('PUT', '/api/school/year', { ...year, bellSchedules: [{ id: schools, name: 'Assembly', rows: ROWS }] })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    const asBob = (method: Method, path: string, body?: object) => call(method, path, { token: bob.token, ...(body && { body }) })
    expect((await asBob('GET', '/api/bell-schedules')).body).toEqual([{ id: schools, name: 'Assembly', rows: ROWS, isSchools: true }])
    expect((await asBob('PATCH', `/api/bell-schedules/${schools}`, { name: 'Mine' })).status).toBe(404)
    expect((await asBob('DELETE', `/api/bell-schedules/${own}`)).status).toBe(404)
    expect((await asAnn('DELETE', `/api/bell-schedules/${schools}`)).status).toBe(404)
    await asBob('POST', '/api/calendar', { date: WEDNESDAY, blocks: [{ id: 'one', title: 'Math', startTime: '08:00', endTime: '09:00' }] })
    expect((await asBob('POST', '/api/calendar/short-days', { date: WEDNESDAY, bellScheduleId: own })).status).toBe(404)
    expect((await asBob('POST', '/api/calendar/short-days', { date: WEDNESDAY, bellScheduleId: schools })).status).toBe(200)
  })
})
