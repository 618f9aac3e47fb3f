// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
const ids: Record<string, string> = {}
const asAnn = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })
const idOf = (name: string) => ids[name] ?? ''

beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  for (const name of ['Math', 'Music']) ids[name] = (await asAnn('POST', '/api/classes', { name })).body.id
})

const ROWS = [
  { startTime: '09:00', endTime: '09:45' },
  { startTime: '10:00', endTime: '11:00' },
]
/** Math at 9:00 and Music at 10:00 on the given days of the rhythm. */
const cellsOn = (days: number[], [first, second]: [string, string] = ['Math', 'Music']) =>
  days.flatMap((day) => [
    { day, row: 0, classId: idOf(first) },
    { day, row: 1, classId: idOf(second) },
  ])
/** Three weeks from Monday, November 30, 2026. */
const lay = async (body: object) => {
  const laid = await asAnn('POST', '/api/timetables', {
    firstDay: '2026-11-30',
    lastDay: '2026-12-18',
    rhythm: { kind: 'weekly' },
    rows: ROWS,
    cells: cellsOn([1, 2, 3, 4, 5]),
    from: '2026-11-30',
    existing: 'keep',
    ...body,
  })
  expect(laid.status, JSON.stringify(laid.body)).toBe(201)
  return laid.body
}
const close = (date: string, isBlocked = true) =>
  asAnn('POST', '/api/calendar/bulk', { from: date, to: date, isBlocked, ...(isBlocked && { blockedText: 'Snow' }) })
const dayOn = async (date: string) => (await asAnn('GET', `/api/calendar?date=${date}`)).body[0]
const shown = ({ startTime, title, description }: TimeBlock) => `${startTime} ${title}${description && `: ${description}`}`
const lessonsOn = async (date: string): Promise<string[]> => ((await dayOn(date))?.blocks ?? []).map(shown)
const change = async (date: string, title: string, changed: Partial<TimeBlock>) => {
  const { id, blocks } = await dayOn(date)
  const after = blocks.map((block: TimeBlock) => (block.title === title ? { ...block, ...changed } : block))
  expect((await asAnn('PUT', `/api/calendar/${id}`, { blocks: after })).status).toBe(200)
}
const numbers = async () => (await asAnn('GET', '/api/timetables')).body.at(-1).numbers

describe('a day that opens in a timetable that doesn’t wait', () => {
  test.each([
    ['is the same every week', { kind: 'weekly' }, [1, 2, 3, 4, 5]],
    ['has weeks A and B', { kind: 'ab' }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['goes on', { kind: 'cycle', days: 2, onDayOff: 'skip' }, [1, 2]],
  ])('and that %s gets empty lessons, and no plan moves', async (_, rhythm, days) => {
    await close('2026-12-04')
    await lay({ rhythm, cells: cellsOn(days) })
    await change('2026-12-11', 'Music', { description: '<p>Song</p>' })
    await close('2026-12-04', false)
    expect(await lessonsOn('2026-12-04')).toEqual(['09:00 Math', '10:00 Music'])
    expect(await lessonsOn('2026-12-11')).toEqual(['09:00 Math', '10:00 Music: <p>Song</p>'])
  })
})

describe('a timetable that begins in the middle of a cycle', () => {
  const weeks = () => cellsOn([1, 2, 3, 4, 5]).concat(cellsOn([6, 7, 8, 9, 10], ['Music', 'Math']))

  test('keeps its weeks A and B when its first day is closed', async () => {
    await lay({ rhythm: { kind: 'ab' }, cells: weeks() })
    await lay({ rhythm: { kind: 'ab' }, cells: weeks(), from: '2026-12-08', existing: 'replace' })
    await change('2026-12-15', 'Math', { description: '<p>Poems</p>' })
    const before = await numbers()
    await close('2026-12-08')
    const { '2026-12-08': _, ...others } = before
    expect(await numbers()).toEqual(others)
    expect(await lessonsOn('2026-12-15')).toEqual(['09:00 Math: <p>Poems</p>', '10:00 Music'])
  })

  test('goes on with its number when its first day is closed', async () => {
    const rhythm = { kind: 'cycle', days: 6, onDayOff: 'wait' }
    await lay({ rhythm, cells: cellsOn([1, 2, 3, 4, 5, 6]) })
    await lay({ rhythm, cells: cellsOn([1, 2, 3, 4, 5, 6]), from: '2026-12-02', setByHand: { '2026-12-02': 3 } })
    await close('2026-12-02')
    expect(await numbers()).toMatchObject({ '2026-12-03': 3, '2026-12-04': 4 })
    await asAnn('PUT', '/api/calendar/cycle-days/2026-12-03', { day: null })
    expect(await numbers()).toMatchObject({ '2026-12-03': 3 })
  })
})

describe('a day off', () => {
  const rhythm = { kind: 'cycle', days: 2, onDayOff: 'wait' }

  test('in a cycle that waits leaves the new times of a lesson and of the later ones like it', async () => {
    await lay({ rhythm, cells: cellsOn([1, 2]) })
    const { blocks } = await dayOn('2026-12-01')
    const math = blocks.find(({ title }: TimeBlock) => title === 'Math')
    const later = { date: '2026-12-01', block: { ...math, startTime: '09:10', endTime: '09:55' }, until: '2026-12-18' }
    expect((await asAnn('POST', '/api/timetables/later-lessons', later)).status).toBe(200)
    await close('2026-12-03')
    for (const date of ['2026-12-02', '2026-12-04', '2026-12-08', '2026-12-17'])
      expect(await lessonsOn(date)).toEqual(['09:10 Math', '10:00 Music'])
  })

  test('that moves nothing doesn’t keep the teacher from undoing an earlier one', async () => {
    await lay({})
    const first = await close('2026-12-03')
    await close('2026-12-10')
    expect((await asAnn('POST', `/api/calendar/operations/${first.body.operationId}/undo`)).status).toBe(200)
  })

  test('in a cycle lays no lessons of a class that was deleted, and its lessons stay on their days', async () => {
    await lay({ rhythm, cells: cellsOn([1, 2]) })
    await change('2026-12-09', 'Music', { description: '<p>Song</p>' })
    await asAnn('DELETE', `/api/classes/${idOf('Music')}`)
    await close('2026-12-03')
    await close('2026-12-03', false)
    expect(await lessonsOn('2026-12-09')).toContain('10:00 Music: <p>Song</p>')
    const days = (await asAnn('GET', '/api/calendar?from=2026-11-30&to=2026-12-18')).body
    expect(days.flatMap(({ blocks }: { blocks: TimeBlock[] }) => blocks.filter(({ title }) => title === ''))).toEqual([])
  })

  test('that is removed by undoing an older operation can get its number by hand', async () => {
    const closed = await close('2026-12-03')
    await lay({ rhythm, cells: cellsOn([1, 2]) })
    await asAnn('POST', `/api/calendar/operations/${closed.body.operationId}/undo`)
    expect((await asAnn('PUT', '/api/calendar/cycle-days/2026-12-03', { day: 2 })).status).toBe(200)
    expect(await numbers()).toMatchObject({ '2026-12-02': 1, '2026-12-03': 2, '2026-12-04': 1 })
    await close('2026-12-09')
    expect((await asAnn('PUT', '/api/calendar/cycle-days/2026-12-09', { day: 2 })).status).toBe(422)
  })
})

describe('lessons that are laid over', () => {
  test('join a class that has the name of a deleted one, with their text', async () => {
    await lay({ lastDay: '2026-12-01' })
    await change('2026-11-30', 'Math', { description: '<p>Fractions</p>' })
    await asAnn('DELETE', `/api/classes/${idOf('Math')}`)
    ids['Math'] = (await asAnn('POST', '/api/classes', { name: 'Math' })).body.id
    const { unplaced } = await lay({ lastDay: '2026-12-01', existing: 'replace' })
    expect(unplaced).toEqual([])
    expect(await lessonsOn('2026-11-30')).toEqual(['09:00 Math: <p>Fractions</p>', '10:00 Music'])
  })

  test('become unplaced if all they have is an alert', async () => {
    const alert = { hasAlert: true, alertMessage: 'Call Mia’s mom' }
    const block = aBlock({ id: 'a', title: 'Assembly', description: '', ...alert })
    await asAnn('POST', '/api/calendar', { date: '2026-11-30', blocks: [block] })
    const { unplaced } = await lay({ existing: 'replace' })
    expect(unplaced).toMatchObject([{ title: 'Assembly', date: '2026-11-30' }])
  })

  test('keep a title of their own', async () => {
    await lay({ lastDay: '2026-12-01' })
    await change('2026-12-01', 'Math', { title: 'Math: final test' })
    const [{ id }] = (await asAnn('GET', '/api/timetables')).body
    const without = { rows: ROWS, cells: cellsOn([1, 2, 3, 4, 5]).filter(({ classId }) => classId !== idOf('Math')) }
    const { body } = await asAnn('PUT', `/api/timetables/${id}/versions/2026-11-30`, without)
    expect(body.unplaced.map(({ title }: { title: string }) => title)).toEqual(['Math: final test'])
    await asAnn('POST', '/api/calendar', {
      date: '2026-12-21',
      blocks: [aBlock({ id: 'q', title: 'Quiz', description: '', classId: idOf('Math') })],
    })
    const place = (more: object) => asAnn('POST', `/api/unplaced/${body.unplaced[0].id}/place`, { date: '2026-12-21', ...more })
    expect((await place({ blockId: 'q' })).status).toBe(422)
    expect((await place({})).status).toBe(200)
    expect(await lessonsOn('2026-12-21')).toEqual(
      expect.arrayContaining([expect.stringContaining('Quiz'), expect.stringContaining('Math: final test')]),
    )
  })
})

describe('ids that a client makes', () => {
  test('may be in upper case', async () => {
    const id = randomUUID().toUpperCase()
    const cells = [{ day: 1, row: 0, classId: id }]
    await lay({ classes: [{ id, name: 'Art' }], cells })
    const [{ classId }] = (await dayOn('2026-11-30')).blocks
    expect((await asAnn('GET', '/api/classes')).body.map((one: { id: string }) => one.id)).toContain(classId)
    expect((await asAnn('POST', '/api/classes', { id, name: 'Art' })).status).toBe(201)
  })

  test('can’t be used for two things', async () => {
    const id = randomUUID()
    const twice = {
      classes: [
        { id, name: 'Art' },
        { id, name: 'P.E.' },
      ],
      days: [{ date: '2026-12-01', blocks: [] }],
    }
    expect((await asAnn('POST', '/api/classes/lessons', twice)).status).toBe(422)
    const body = {
      firstDay: '2026-11-30',
      lastDay: '2026-12-18',
      rhythm: { kind: 'weekly' },
      rows: ROWS,
      from: '2026-11-30',
      existing: 'keep',
    }
    const same = { ...body, id, classes: [{ id, name: 'Art' }], cells: [{ day: 1, row: 0, classId: id }] }
    expect((await asAnn('POST', '/api/timetables', same)).status).toBe(409)
  })
})
