// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { call, clock, db, pool } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
const classes: Record<string, SchoolClass> = {}
const asAnn = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })

beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  for (const name of ['Math', 'Writing', 'Library', 'Music']) classes[name] = (await asAnn('POST', '/api/classes', { name })).body
})
const idOf = (name: string) => classes[name]?.id ?? ''

const ROWS = [
  { startTime: '09:00', endTime: '09:45' },
  { startTime: '10:00', endTime: '11:00' },
]
type Grid = Record<number, (string | null)[]>
const cellsOf = (grid: Grid) =>
  Object.entries(grid).flatMap(([day, names]) =>
    names.flatMap((name, row) => (name ? [{ day: Number(day), row, classId: idOf(name) }] : [])),
  )
const WEEK: Grid = {
  1: ['Writing', 'Math'],
  2: ['Writing', 'Math'],
  3: ['Library', 'Math'],
  4: ['Writing', 'Math'],
  5: ['Writing', 'Music'],
}
/** Three weeks, from Monday, November 30 to Friday, December 18, 2026. */
const year = (more: object = {}) => ({
  firstDay: '2026-11-30',
  lastDay: '2026-12-18',
  rhythm: { kind: 'weekly' },
  rows: ROWS,
  cells: cellsOf(WEEK),
  from: '2026-11-30',
  existing: 'keep',
  ...more,
})
const CYCLE: Grid = { 1: ['Writing', 'Math'], 2: ['Writing', 'Library'], 3: ['Math', 'Music'] }
const cycle = (more: object = {}) => year({ rhythm: { kind: 'cycle', days: 3, onDayOff: 'wait' }, cells: cellsOf(CYCLE), ...more })

const read = async (from = '2026-11-01', to = '2026-12-31') => (await asAnn('GET', `/api/calendar?from=${from}&to=${to}`)).body
const shown = ({ startTime, title, description }: TimeBlock) => `${startTime} ${title}${description && `: ${description}`}`
const lessonsOn = async (date: string): Promise<string[]> => {
  const [day] = (await asAnn('GET', `/api/calendar?date=${date}`)).body
  return (day?.blocks ?? []).map(shown)
}
const save = (date: string, blocks: Partial<TimeBlock>[]) =>
  asAnn('POST', '/api/calendar', { date, blocks: blocks.map((block) => aBlock(block)) })
/** Gives a lesson on a date a text. */
const write = async (date: string, title: string, text: string) => {
  const [day] = (await asAnn('GET', `/api/calendar?date=${date}`)).body
  const blocks = day.blocks.map((block: TimeBlock) => (block.title === title ? { ...block, description: `<p>${text}</p>` } : block))
  expect((await asAnn('PUT', `/api/calendar/${day.id}`, { blocks })).status).toBe(200)
}
const close = (date: string, isBlocked = true) =>
  asAnn('POST', '/api/calendar/bulk', { from: date, to: date, isBlocked, ...(isBlocked && { blockedText: 'Snow' }) })
const undo = (operationId: string) => asAnn('POST', `/api/calendar/operations/${operationId}/undo`)
const create = async (body: object) => {
  const created = await asAnn('POST', '/api/timetables', body)
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  return created.body
}
/** Everything that the calendar holds, as stored. */
const stored = async () =>
  (
    await pool.query(
      `select (select json_agg(json_build_array(date, is_blocked, blocks::text, version) order by date) from calendar_days)::text as days,
              (select json_agg(json_build_array(id, kind, content::text) order by id) from calendar_records)::text as records`,
    )
  ).rows[0]
const contents = async () =>
  (
    await pool.query(`select (select json_agg(json_build_array(date, is_blocked, blocks::text) order by date) from calendar_days)::text as days,
    (select json_agg(json_build_array(id, kind, content::text) order by id) from calendar_records)::text as records`)
  ).rows[0]

describe('laying a timetable down', () => {
  test('makes time blocks of its classes on each school day, and one undo takes all of it back', async () => {
    const before = await contents()
    const { id, operationId, entries, unplaced } = await create(year())
    expect(entries).toHaveLength(15)
    expect(unplaced).toEqual([])
    expect(await lessonsOn('2026-12-02')).toEqual(['09:00 Library', '10:00 Math'])
    expect((await read())[0].blocks[0]).toMatchObject({ classId: idOf('Writing'), description: '', endTime: '09:45' })
    expect((await asAnn('GET', '/api/timetables')).body).toMatchObject([{ id, operationId, firstDay: '2026-11-30', lastDay: '2026-12-18' }])
    expect((await undo(operationId)).status).toBe(200)
    expect(await contents()).toEqual(before)
    expect((await asAnn('GET', '/api/timetables')).body).toEqual([])
  })

  test('skips days off and keeps days that have lessons, whose lessons join the class that their title names', async () => {
    await close('2026-12-04')
    await save('2026-12-01', [
      { id: 'a', title: 'math', description: '<p>Fractions</p>' },
      { id: 'b', title: 'Math groups' },
    ])
    const preview = (await asAnn('POST', '/api/timetables/preview', year())).body
    expect(preview).toMatchObject({ added: 26, joined: 1, unplaced: [] })
    expect(preview.resembling).toEqual([{ title: 'Math groups', lessons: 1, classIds: [idOf('Math')] }])
    const outcomes = Object.fromEntries(preview.days.map(({ date, outcome }: { date: string; outcome: string }) => [date, outcome]))
    expect(outcomes).toMatchObject({ '2026-11-30': 'filled', '2026-12-01': 'kept', '2026-12-04': 'off' })
    await create(year())
    const [day] = (await asAnn('GET', '/api/calendar?date=2026-12-01')).body
    expect(day.blocks).toMatchObject([{ title: 'math', classId: idOf('Math') }, { title: 'Math groups' }])
    expect(day.blocks[1]).not.toHaveProperty('classId')
    expect(await lessonsOn('2026-12-04')).toEqual([])
  })

  test('adds lunch, which has no class, on the days that get lessons, and one undo takes it back, too', async () => {
    await close('2026-12-04')
    await save('2026-12-01', [{ id: 'a', title: 'Assembly' }])
    const closed = await contents()
    const breaks = [1, 2, 5].map((day) => ({ day, startTime: '11:30', endTime: '12:15', title: 'Lunch' }))
    expect((await asAnn('POST', '/api/timetables/preview', year({ breaks }))).body).toMatchObject({ added: 33 })
    const { id, operationId } = await create(year({ breaks }))
    expect(await lessonsOn('2026-11-30')).toEqual(['09:00 Writing', '10:00 Math', '11:30 Lunch'])
    expect(await lessonsOn('2026-12-02')).toEqual(['09:00 Library', '10:00 Math'])
    expect([await lessonsOn('2026-12-01'), await lessonsOn('2026-12-04')]).toEqual([
      ['08:00 Assembly: <p>Fractions on a number line</p>'],
      [],
    ])
    expect((await read())[0].blocks[2]).not.toHaveProperty('classId')
    // A change of the timetable leaves lunch alone.
    await asAnn('PUT', `/api/timetables/${id}/versions/2026-12-07`, { rows: ROWS, cells: cellsOf({ 1: ['Math'] }) })
    expect(await lessonsOn('2026-12-07')).toEqual(['09:00 Math', '11:30 Lunch'])
    await undo((await asAnn('GET', '/api/timetables')).body[0].operationId)
    await undo(operationId)
    expect(await contents()).toEqual(closed)
    const misfit = await asAnn('POST', '/api/timetables', year({ breaks: [{ ...breaks[0], day: 6 }] }))
    expect([misfit.status, misfit.body.message]).toEqual([422, 'Each lesson without a class must be on one of the days'])
  })

  test('asks once for each title that resembles a class, and takes the answer', async () => {
    await save('2026-12-01', [{ id: 'a', title: 'Math groups' }])
    await save('2026-12-02', [{ id: 'a', title: 'Math groups' }])
    const joins = { 'Math groups': idOf('Math') }
    expect((await asAnn('POST', '/api/timetables/preview', year({ joins }))).body).toMatchObject({ joined: 2, resembling: [] })
    await create(year({ joins }))
    expect((await asAnn('GET', '/api/calendar?date=2026-12-02')).body[0].blocks).toMatchObject([
      { title: 'Math groups', classId: idOf('Math') },
    ])
  })

  test('with replace, gives each text to the new lesson of its class, and the rest to the unplaced lessons', async () => {
    await save('2026-12-02', [
      { id: 'a', title: 'Math', description: '<p>Fractions</p>', startTime: '13:00', endTime: '14:00' },
      { id: 'b', title: 'Math', description: '<p>Quiz</p>', startTime: '14:00', endTime: '14:30' },
      { id: 'c', title: 'Assembly', description: '' },
    ])
    const { unplaced, operationId } = await create(year({ existing: 'replace' }))
    expect(await lessonsOn('2026-12-02')).toEqual(['09:00 Library', '10:00 Math: <p>Fractions</p>'])
    expect(unplaced).toMatchObject([{ title: 'Math', classId: idOf('Math'), description: '<p>Quiz</p>', date: '2026-12-02' }])
    expect((await asAnn('GET', '/api/unplaced')).body).toEqual(unplaced)
    await undo(operationId)
    expect((await asAnn('GET', '/api/unplaced')).body).toEqual([])
    expect(await lessonsOn('2026-12-02')).toHaveLength(3)
  })

  test('creates the classes that it brings, in the same operation', async () => {
    const art = randomUUID()
    await create(year({ classes: [{ id: art, name: 'Art' }], cells: [{ day: 1, row: 0, classId: art }] }))
    expect(await lessonsOn('2026-11-30')).toEqual(['09:00 Art'])
    expect((await asAnn('GET', '/api/classes')).body.map(({ name }: { name: string }) => name)).toContain('Art')
  })

  test('is one operation, however often a phone sends it', async () => {
    const body = year({ operationId: randomUUID() })
    const first = await create(body)
    const after = await stored()
    const again = await create(body)
    expect(again).toMatchObject({ id: first.id, operationId: first.operationId, unplaced: [] })
    expect(await stored()).toEqual(after)
  })

  test('asks again when the planner has changed since the preview, so two tabs never fill the same weeks', async () => {
    const { version } = (await asAnn('POST', '/api/timetables/preview', year())).body
    await create(year({ version }))
    expect(await asAnn('POST', '/api/timetables', year({ version }))).toMatchObject({ status: 409, body: { code: 'stale' } })
  })

  test('of two tabs that fill the same weeks at once, one wins and the other is asked', async () => {
    const { version } = (await asAnn('POST', '/api/timetables/preview', year())).body
    const both = await Promise.all([1, 2].map(() => asAnn('POST', '/api/timetables', year({ version }))))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await asAnn('GET', '/api/timetables')).body).toHaveLength(1)
    expect(await lessonsOn('2026-12-02')).toHaveLength(2)
  })

  test('keeps the times of a year that crosses New Year, a leap day and both changes of the clocks', async () => {
    await create(year({ firstDay: '2027-10-25', from: '2027-10-25', lastDay: '2028-04-07' }))
    for (const date of ['2027-11-08', '2028-01-03', '2028-02-28', '2028-03-13'])
      expect(await lessonsOn(date)).toEqual(['09:00 Writing', '10:00 Math'])
    expect(await lessonsOn('2028-02-29')).toEqual(['09:00 Writing', '10:00 Math'])
    expect(await lessonsOn('2028-03-12')).toEqual([])
  })

  test('ends an overlapping older timetable the day before it starts', async () => {
    await create(year())
    await create(year({ firstDay: '2026-12-14', from: '2026-12-14', lastDay: '2027-01-15' }))
    expect((await asAnn('GET', '/api/timetables')).body).toMatchObject([
      { firstDay: '2026-11-30', lastDay: '2026-12-13' },
      { firstDay: '2026-12-14', lastDay: '2027-01-15' },
    ])
  })

  test.each([
    ['end before start', { rows: [{ startTime: '10:00', endTime: '09:00' }], cells: [] }, 'End time must be after start time'],
    ['a year that ends before it starts', { lastDay: '2026-11-01', from: '2026-10-01' }, 'The last day can’t be before the first day'],
    ['401 days', { lastDay: '2028-01-05' }, 'A timetable can have up to 400 days'],
    ['a cycle of eleven days', { rhythm: { kind: 'cycle', days: 11 } }, 'A cycle has 2 to 10 days'],
    ['two classes in one cell', { cells: [1, 2].map(() => ({ day: 1, row: 0, classId: randomUUID() })) }, 'Choose one class per cell'],
    ['a cell outside the grid', { cells: [{ day: 6, row: 0, classId: randomUUID() }] }, 'Each class must be in one of the rows and days'],
    ['another teacher’s class', { cells: [{ day: 1, row: 0, classId: randomUUID() }] }, 'Choose one of your classes for each cell.'],
    ['25 rows', { rows: Array.from({ length: 25 }, () => ROWS[0]), cells: [] }, 'A timetable has up to 24 rows'],
  ])('refuses %s in one sentence and changes nothing', async (_, more, message) => {
    const before = await stored()
    const refused = await asAnn('POST', '/api/timetables', year(more))
    expect([400, 422]).toContain(refused.status)
    expect(JSON.stringify(refused.body)).toContain(message)
    expect(await stored()).toEqual(before)
  })
})

describe('changing a timetable from a date on', () => {
  test('moves lessons with their text, leaves earlier days, and lists lessons that vanish with text as unplaced', async () => {
    const { id } = await create(year())
    for (const date of ['2026-12-02', '2026-12-09']) await write(date, 'Library', `Shelf hunt ${date}`)
    await write('2026-12-08', 'Math', 'Fractions')
    const before = await contents()
    const grid = { ...WEEK, 3: ['Writing', 'Math'] }
    const rows = ROWS.map(({ startTime, endTime }) => ({
      startTime: startTime.replace(':00', ':10'),
      endTime: endTime.replace(':00', ':10'),
    }))
    const body = { rows, cells: cellsOf(grid) }
    const path = `/api/timetables/${id}/versions/2026-12-07`
    expect((await asAnn('POST', `${path}/preview`, body)).body).toMatchObject({
      added: 2,
      unplaced: [{ title: 'Library', date: '2026-12-09', reason: 'Library ends on December 4' }],
    })
    expect(await contents()).toEqual(before)
    const changed = await asAnn('PUT', path, body)
    expect(changed.status).toBe(200)
    expect(changed.body.unplaced).toMatchObject([{ title: 'Library', description: '<p>Shelf hunt 2026-12-09</p>' }])
    expect(await lessonsOn('2026-12-02')).toEqual(['09:00 Library: <p>Shelf hunt 2026-12-02</p>', '10:00 Math'])
    expect(await lessonsOn('2026-12-08')).toEqual(['09:10 Writing', '10:10 Math: <p>Fractions</p>'])
    expect(await lessonsOn('2026-12-09')).toEqual(['09:10 Writing', '10:10 Math'])
    const after = await contents()
    const back = await undo(changed.body.operationId)
    expect(back.status).toBe(200)
    expect(await contents()).toEqual(before)
    expect((await undo(back.body.operationId)).status).toBe(200)
    expect(await contents()).toEqual(after)
  })

  test('renames a class and its later lessons, and leaves a time that the teacher changed', async () => {
    const { id } = await create(year())
    const [day] = (await asAnn('GET', '/api/calendar?date=2026-12-08')).body
    const [writing, math] = day.blocks
    await asAnn('PUT', `/api/calendar/${day.id}`, { blocks: [writing, { ...math, startTime: '13:00', endTime: '14:00' }] })
    const rows = [ROWS[0], { startTime: '10:30', endTime: '11:30' }]
    const renamed = { id: idOf('Math'), name: 'Algebra' }
    const changed = await asAnn('PUT', `/api/timetables/${id}/versions/2026-12-07`, { rows, cells: cellsOf(WEEK), classes: [renamed] })
    expect(changed.status).toBe(200)
    expect(await lessonsOn('2026-12-07')).toEqual(['09:00 Writing', '10:30 Algebra'])
    expect(await lessonsOn('2026-12-08')).toEqual(['09:00 Writing', '13:00 Algebra'])
    expect(await lessonsOn('2026-12-01')).toEqual(['09:00 Writing', '10:00 Math'])
  })

  test('can add days at the end of the year, and refuses a date outside it', async () => {
    const { id } = await create(year())
    const body = { rows: ROWS, cells: cellsOf(WEEK), lastDay: '2026-12-22' }
    expect((await asAnn('PUT', `/api/timetables/${id}/versions/2026-12-14`, body)).status).toBe(200)
    expect(await lessonsOn('2026-12-22')).toEqual(['09:00 Writing', '10:00 Math'])
    expect((await asAnn('PUT', `/api/timetables/${id}/versions/2027-02-01`, body)).status).toBe(422)
    expect((await asAnn('PUT', `/api/timetables/${randomUUID()}/versions/2026-12-14`, body)).status).toBe(404)
    const bob = await aTeacher(db, { now: clock() })
    expect((await call('PUT', `/api/timetables/${id}/versions/2026-12-14`, { token: bob.token, body })).status).toBe(404)
  })
})

describe('a cycle', () => {
  const numbers = async () => (await asAnn('GET', '/api/timetables')).body[0].numbers

  test('is counted from the number that the teacher set for today', async () => {
    await create(cycle({ setByHand: { '2026-11-30': 3 } }))
    expect(await numbers()).toMatchObject({ '2026-11-30': 3, '2026-12-01': 1, '2026-12-02': 2 })
    expect(await lessonsOn('2026-11-30')).toEqual(['09:00 Math', '10:00 Music'])
  })

  test('that waits moves all later plans to the next lessons of their class when a day is closed, and back when it opens', async () => {
    await create(cycle())
    await write('2026-12-03', 'Writing', 'Essay 1')
    await write('2026-12-04', 'Writing', 'Essay 2')
    await write('2026-12-08', 'Writing', 'Essay 3')
    const before = await contents()
    const closed = await close('2026-12-03')
    expect(closed.status).toBe(200)
    expect(await numbers()).toMatchObject({ '2026-12-02': 3, '2026-12-04': 1, '2026-12-07': 2, '2026-12-08': 3 })
    expect(await numbers()).not.toHaveProperty('2026-12-03')
    expect(await lessonsOn('2026-12-03')).toEqual([])
    expect(await lessonsOn('2026-12-04')).toEqual(['09:00 Writing: <p>Essay 1</p>', '10:00 Math'])
    expect(await lessonsOn('2026-12-07')).toEqual(['09:00 Writing: <p>Essay 2</p>', '10:00 Library'])
    expect(await lessonsOn('2026-12-09')).toEqual(['09:00 Writing: <p>Essay 3</p>', '10:00 Math'])
    const back = await undo(closed.body.operationId)
    expect(back.status).toBe(200)
    expect(await contents()).toEqual(before)
    await close('2026-12-03')
    await close('2026-12-03', false)
    expect(await lessonsOn('2026-12-03')).toEqual(['09:00 Writing: <p>Essay 1</p>', '10:00 Math'])
    expect(await lessonsOn('2026-12-07')).toEqual(['09:00 Math', '10:00 Music'])
  })

  test('that goes on keeps its numbers and its lessons when a day is closed', async () => {
    await create(cycle({ rhythm: { kind: 'cycle', days: 3, onDayOff: 'skip' } }))
    await write('2026-12-03', 'Writing', 'Essay 1')
    await close('2026-12-03')
    expect(await numbers()).toMatchObject({ '2026-12-02': 3, '2026-12-04': 2 })
    expect(await lessonsOn('2026-12-03')).toEqual(['09:00 Writing: <p>Essay 1</p>', '10:00 Math'])
  })

  test('is renumbered by hand from a day on, with its plans in order', async () => {
    await create(cycle())
    await write('2026-12-01', 'Writing', 'Essay 1')
    await write('2026-12-03', 'Writing', 'Essay 2')
    const set = await asAnn('PUT', '/api/calendar/cycle-days/2026-12-01', { day: 1 })
    expect(set.status).toBe(200)
    expect(await numbers()).toMatchObject({ '2026-11-30': 1, '2026-12-01': 1, '2026-12-02': 2, '2026-12-03': 3 })
    expect(await lessonsOn('2026-12-01')).toEqual(['09:00 Writing: <p>Essay 1</p>', '10:00 Math'])
    expect(await lessonsOn('2026-12-02')).toEqual(['09:00 Writing: <p>Essay 2</p>', '10:00 Library'])
    await asAnn('PUT', '/api/calendar/cycle-days/2026-12-01', { day: null })
    expect(await numbers()).toMatchObject({ '2026-12-01': 2 })
    expect((await asAnn('PUT', '/api/calendar/cycle-days/2026-12-01', { day: 4 })).status).toBe(422)
    expect((await asAnn('PUT', '/api/calendar/cycle-days/2026-12-05', { day: 1 })).status).toBe(422)
    expect((await asAnn('PUT', '/api/calendar/cycle-days/2027-12-01', { day: 1 })).status).toBe(404)
  })

  test('pushes the last text of the year to the unplaced lessons when there are fewer lessons left', async () => {
    await create(cycle({ lastDay: '2026-12-02' }))
    await write('2026-12-02', 'Music', 'Recorders')
    await close('2026-12-01')
    expect((await asAnn('GET', '/api/unplaced')).body).toMatchObject([
      { title: 'Music', description: '<p>Recorders</p>', date: '2026-12-02' },
    ])
  })
})

describe('an unplaced lesson', () => {
  const anUnplaced = async () => {
    await create(cycle({ lastDay: '2026-12-02' }))
    await write('2026-12-02', 'Music', 'Recorders')
    await close('2026-12-01')
    return (await asAnn('GET', '/api/unplaced')).body[0]
  }

  test('goes into the day’s empty lesson of its class, and Undo takes it back', async () => {
    const { id } = await anUnplaced()
    await save('2026-12-10', [{ id: 'm', title: 'Music', description: '', classId: idOf('Music') }])
    const placed = await asAnn('POST', `/api/unplaced/${id}/place`, { date: '2026-12-10' })
    expect(placed.status).toBe(200)
    expect(await lessonsOn('2026-12-10')).toEqual(['08:00 Music: <p>Recorders</p>'])
    expect((await asAnn('GET', '/api/unplaced')).body).toEqual([])
    await undo(placed.body.operationId)
    expect((await asAnn('GET', '/api/unplaced')).body).toHaveLength(1)
    expect(await lessonsOn('2026-12-10')).toEqual(['08:00 Music'])
  })

  test('isn’t put over a plan, and can be a lesson of its own', async () => {
    const { id } = await anUnplaced()
    await save('2026-12-10', [{ id: 'm', title: 'Music', description: '<p>Drums</p>' }])
    expect((await asAnn('POST', `/api/unplaced/${id}/place`, { date: '2026-12-10', blockId: 'm' })).status).toBe(422)
    expect((await asAnn('POST', `/api/unplaced/${id}/place`, { date: '2026-12-10' })).status).toBe(200)
    expect(await lessonsOn('2026-12-10')).toEqual(['08:00 Music: <p>Drums</p>', '10:00 Music: <p>Recorders</p>'])
  })

  test('can be deleted and brought back, and belongs to its teacher alone', async () => {
    const { id } = await anUnplaced()
    const bob = await aTeacher(db, { now: clock() })
    expect((await call('DELETE', `/api/unplaced/${id}`, { token: bob.token })).status).toBe(404)
    const { operationId } = (await asAnn('DELETE', `/api/unplaced/${id}`)).body
    expect((await asAnn('GET', '/api/unplaced')).body).toEqual([])
    await undo(operationId)
    expect((await asAnn('GET', '/api/unplaced')).body).toMatchObject([{ id, description: '<p>Recorders</p>' }])
  })
})
