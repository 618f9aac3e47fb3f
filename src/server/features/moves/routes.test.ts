// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { joinSchool } from '#server/features/schools/queries.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db, setClock } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
const asAnn = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })

/** Three weeks from Monday, November 30, 2026, with Math at 9:00 and at 10:00 on Fridays. */
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  math = (await asAnn('POST', '/api/classes', { name: 'Math' })).body.id
  const art = (await asAnn('POST', '/api/classes', { name: 'Art' })).body.id
  const laid = await asAnn('POST', '/api/timetables', {
    firstDay: '2026-11-30',
    lastDay: '2026-12-18',
    rhythm: { kind: 'weekly' },
    rows: [
      { startTime: '09:00', endTime: '09:45' },
      { startTime: '10:00', endTime: '11:00' },
    ],
    cells: [
      ...[1, 2, 3, 4, 5].map((day) => ({ day, row: 0, classId: math })),
      ...[1, 2, 3, 4].map((day) => ({ day, row: 1, classId: art })),
      { day: 5, row: 1, classId: math },
    ],
    from: '2026-11-30',
    existing: 'keep',
  })
  expect(laid.status, JSON.stringify(laid.body)).toBe(201)
})

const dayOn = async (date: string) => (await asAnn('GET', `/api/calendar?date=${date}`)).body[0]
const change = async (date: string, startTime: string, changed: Partial<TimeBlock>) => {
  const { id, blocks } = await dayOn(date)
  const after = blocks.map((block: TimeBlock) => (block.startTime === startTime ? { ...block, ...changed } : block))
  expect((await asAnn('PUT', `/api/calendar/${id}`, { blocks: after })).status).toBe(200)
}
const write = (date: string, words: string, startTime = '09:00') => change(date, startTime, { description: `<p>${words}</p>` })
const all = async () => (await asAnn('GET', '/api/calendar?from=2026-11-30&to=2026-12-18')).body
/** The plans of Math, as '12-01 9 Fractions'. */
const plans = async (): Promise<string[]> =>
  (await all()).flatMap(({ date, blocks }: { date: string; blocks: TimeBlock[] }) =>
    blocks.flatMap(({ startTime, description, classId }) =>
      classId === math && description ? [`${date.slice(5)} ${Number(startTime.slice(0, 2))} ${description.replace(/<.*?>/g, '')}`] : [],
    ),
  )
const lessonAt = async (date: string, startTime = '09:00'): Promise<TimeBlock> =>
  (await dayOn(date)).blocks.find((block: TimeBlock) => block.startTime === startTime)
const move = async (kind: string, date: string, startTime = '09:00') =>
  asAnn('POST', '/api/calendar/moves', { kind, date, blockId: (await lessonAt(date, startTime)).id })
const undo = async ({ operationId }: { operationId: string }) => asAnn('POST', `/api/calendar/operations/${operationId}/undo`)
const content = async () => (await all()).map(({ version: _, operationId: __, ...day }: { version: number; operationId: string }) => day)

describe('a plan moves along the lessons of its class', () => {
  test('a bump ends at the first free lesson, over a lock and a day off, and Undo restores everything', async () => {
    for (const [date, words] of [
      ['12-01', 'Fractions'],
      ['12-02', 'Decimals'],
      ['12-03', 'Unit test'],
      ['12-07', 'Angles'],
    ])
      await write(`2026-${date}`, words ?? '')
    await change('2026-12-03', '09:00', { isLocked: true })
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-04', to: '2026-12-04', isBlocked: true, blockedText: 'Conferences' })
    const before = await content()
    const blockId = (await lessonAt('2026-12-01')).id
    const preview = await asAnn('POST', '/api/calendar/moves/preview', { kind: 'bump', date: '2026-12-01', blockId })
    expect(preview.body.moves).toMatchObject([
      { words: 'Fractions', from: { date: '2026-12-01' }, to: { date: '2026-12-02', startTime: '09:00' } },
      { words: 'Decimals', to: { date: '2026-12-07' } },
      { words: 'Angles', to: { date: '2026-12-08' } },
    ])
    const moved = await move('bump', '2026-12-01')
    expect(moved.status).toBe(200)
    expect(await plans()).toEqual(['12-02 9 Fractions', '12-03 9 Unit test', '12-07 9 Decimals', '12-08 9 Angles'])
    expect((await lessonAt('2026-12-03')).isLocked).toBe(true)
    expect((await undo(moved.body)).status).toBe(200)
    expect(await content()).toEqual(before)
  })

  test('a bump of all names what falls off the end, and Extend and Pull back make room and take it back', async () => {
    await write('2026-12-01', 'Fractions')
    await write('2026-12-18', 'Games', '10:00')
    const all = await move('bumpAll', '2026-12-01')
    expect(await plans()).toEqual(['12-02 9 Fractions'])
    expect(all.body.unplaced).toMatchObject([{ description: '<p>Games</p>', date: '2026-12-18' }])
    await undo(all.body)
    await write('2026-12-02', 'Decimals')
    await move('extend', '2026-12-01')
    expect(await plans()).toEqual(['12-01 9 Fractions', '12-02 9 Fractions', '12-03 9 Decimals', '12-18 10 Games'])
    const back = await move('pullBack', '2026-12-01')
    expect(await plans()).toEqual(['12-01 9 Fractions', '12-02 9 Decimals', '12-18 10 Games'])
    expect(back.body.unplaced).toMatchObject([{ description: '<p>Fractions</p>' }])
  })

  test('a plan that comes into a lesson marked as taught isn’t taught, nor is the day that it left, until Undo', async () => {
    await write('2026-12-01', 'Fractions')
    await change('2026-12-02', '09:00', { taught: 'done' })
    const marks = async () => Promise.all(['2026-12-01', '2026-12-02'].map(async (date) => (await lessonAt(date)).taught))
    const bumped = await move('bump', '2026-12-01')
    expect(await plans()).toEqual(['12-02 9 Fractions'])
    expect(await marks()).toEqual([undefined, undefined])
    await undo(bumped.body)
    expect(await marks()).toEqual([undefined, 'done'])
  })

  test('a plan that was taught takes its mark along', async () => {
    await write('2026-12-01', 'Fractions')
    await change('2026-12-01', '09:00', { taught: 'unfinished' })
    await move('bump', '2026-12-01')
    expect((await lessonAt('2026-12-01')).taught).toBeUndefined()
    expect(await lessonAt('2026-12-02')).toMatchObject({ taught: 'unfinished', description: '<p>Fractions</p>' })
  })

  test('a locked lesson, one without a plan and one without a class don’t move', async () => {
    await write('2026-12-01', 'Fractions')
    await change('2026-12-01', '09:00', { isLocked: true })
    expect(await move('bump', '2026-12-01')).toMatchObject({ status: 422, body: { message: expect.stringContaining('locked') } })
    expect((await move('bump', '2026-12-02')).status).toBe(422)
    await change('2026-12-02', '09:00', { classId: null })
    expect(await move('extend', '2026-12-02')).toMatchObject({ status: 422, body: { message: expect.stringContaining('no class') } })
    const gone = await asAnn('POST', '/api/calendar/moves', { kind: 'bump', date: '2026-12-02', blockId: randomUUID() })
    expect(gone.status).toBe(404)
  })
})

describe('a day that closes', () => {
  const close = (from: string, to = from, choice = 'move') =>
    asAnn('POST', '/api/calendar/closures', { from, to, blockedText: 'Snow day', choices: [{ classId: math, choice }] })
  const open = (from: string, to = from, plans = 'bringBack') => asAnn('POST', '/api/calendar/openings', { from, to, plans })

  test('is remembered only by classes that had a plan to move', async () => {
    await close('2026-12-02')
    const answer = async () => (await asAnn('GET', '/api/classes')).body.find(({ id }: { id: string }) => id === math).onClosure
    expect(await answer()).toBeUndefined()
    await write('2026-12-03', 'Fractions')
    await close('2026-12-03', '2026-12-03', 'leave')
    expect(await answer()).toBe('leave')
  })

  test('moves its plans on, shows where they went, and brings them back with what was written since', async () => {
    await write('2026-12-02', 'Fractions')
    await write('2026-12-03', 'Decimals')
    const before = await content()
    const closed = await close('2026-12-02')
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    expect(await plans()).toEqual(['12-03 9 Fractions', '12-04 9 Decimals'])
    expect((await dayOn('2026-12-02')).blockedText).toBe('Snow day')
    expect((await asAnn('GET', '/api/calendar/closures?from=2026-11-30&to=2026-12-04')).body).toMatchObject([
      {
        dates: ['2026-12-02'],
        moves: [
          { words: 'Fractions', to: { date: '2026-12-03' } },
          { words: 'Decimals', to: { date: '2026-12-04' } },
        ],
      },
    ])
    expect((await asAnn('GET', '/api/classes')).body.find(({ id }: { id: string }) => id === math).onClosure).toBe('move')
    await write('2026-12-03', 'Fractions, page 2')
    await write('2026-12-02', 'Snow story')
    expect((await open('2026-12-02')).status).toBe(200)
    expect(await plans()).toEqual(['12-02 9 Fractions, page 2', '12-03 9 Decimals', '12-04 9 Snow story'])
    expect((await asAnn('GET', '/api/calendar/closures?from=2026-11-30&to=2026-12-04')).body).toEqual([])
    expect(before).not.toEqual(await content())
  })

  test('and opens again without a trace if nothing was written', async () => {
    await write('2026-12-02', 'Fractions')
    await write('2026-12-18', 'Games', '10:00')
    for (const date of ['12-03', '12-04', '12-07', '12-08', '12-09', '12-10', '12-11', '12-14', '12-15', '12-16', '12-17', '12-18'])
      await write(`2026-${date}`, date)
    for (const date of ['12-04', '12-11']) await write(`2026-${date}`, `${date} second`, '10:00')
    const before = await content()
    const closed = await close('2026-12-02', '2026-12-03')
    expect(closed.body.unplaced).toHaveLength(2)
    await open('2026-12-03')
    expect((await plans()).at(0)).toBe('12-03 9 Fractions')
    await open('2026-12-02')
    const byId = ({ blocks, ...day }: { blocks: TimeBlock[] }) => ({ ...day, blocks: blocks.map(({ id: _, ...block }) => block) })
    expect((await content()).map(byId)).toEqual(before.map(byId))
    expect((await asAnn('GET', '/api/unplaced')).body).toEqual([])
  })

  test('has a preview of its opening, with the plans that come back and those that make room', async () => {
    await write('2026-12-02', 'Fractions')
    await write('2026-12-18', 'Games', '10:00')
    for (const date of ['12-03', '12-04', '12-07', '12-08', '12-09', '12-10', '12-11', '12-14', '12-15', '12-16', '12-17', '12-18'])
      await write(`2026-${date}`, date)
    for (const date of ['12-04', '12-11']) await write(`2026-${date}`, `${date} second`, '10:00')
    await close('2026-12-02')
    await write('2026-12-02', 'Snow story')
    const preview = async (plans: string) =>
      (await asAnn('POST', '/api/calendar/openings/preview', { from: '2026-12-02', to: '2026-12-02', plans })).body
    expect(await preview('leave')).toEqual({ back: [], others: [] })
    const { back, others } = await preview('bringBack')
    expect(back).toHaveLength(16)
    expect(back.at(0)).toMatchObject({ words: 'Fractions', from: { date: '2026-12-03' }, to: { date: '2026-12-02', startTime: '09:00' } })
    expect(back.at(-1)).toMatchObject({ title: 'Math', to: { date: '2026-12-18', startTime: '10:00' } })
    expect(others).toMatchObject([{ words: 'Snow story', from: { date: '2026-12-02' }, to: null }])
    const opened = await open('2026-12-02')
    expect(opened.body.unplaced).toMatchObject([{ description: '<p>Snow story</p>' }])
    const there = await plans()
    expect(there).toHaveLength(16)
    expect([there.at(0), there.at(-1)]).toEqual(['12-02 9 Fractions', '12-18 10 Games'])
  })

  test('opens alone out of several, and the others still say where their plans are', async () => {
    for (const [date, words] of [
      ['12-01', 'A'],
      ['12-02', 'B'],
      ['12-03', 'C'],
      ['12-04', 'D'],
    ])
      await write(`2026-${date}`, words ?? '')
    await close('2026-12-01', '2026-12-03')
    expect(await plans()).toEqual(['12-04 9 A', '12-04 10 B', '12-07 9 C', '12-08 9 D'])
    const opening = { from: '2026-12-02', to: '2026-12-02', plans: 'bringBack' }
    expect((await asAnn('POST', '/api/calendar/openings/preview', opening)).body.back).toHaveLength(4)
    await asAnn('POST', '/api/calendar/openings', opening)
    // The plans of a class stay in order, so the first one takes the day, as if the others had closed without it.
    expect(await plans()).toEqual(['12-02 9 A', '12-04 9 B', '12-04 10 C', '12-07 9 D'])
    const [receipt] = (await asAnn('GET', '/api/calendar/closures?from=2026-12-01&to=2026-12-03')).body
    expect(receipt.dates).toEqual(['2026-12-01', '2026-12-03'])
    expect(receipt.moves).toMatchObject([
      { words: 'A', from: { date: '2026-12-01' }, to: { date: '2026-12-02' } },
      { words: 'B', from: { date: '2026-12-02' }, to: { date: '2026-12-04' } },
      { words: 'C', from: { date: '2026-12-03' }, to: { date: '2026-12-04' } },
      { words: 'D', from: { date: '2026-12-04' }, to: { date: '2026-12-07' } },
    ])
    await open('2026-12-01', '2026-12-03')
    expect(await plans()).toEqual(['12-01 9 A', '12-02 9 B', '12-03 9 C', '12-04 9 D'])
  })

  test('brings its plans back although the bell times are new, and although it was short when it closed', async () => {
    for (const date of ['12-02', '12-03', '12-04']) await write(`2026-${date}`, date)
    await write('2026-12-04', '12-04 second', '10:00')
    const rule = { startTime: '10:00', endTime: '11:00', keep: [], share: 'evenly', leaveOut: [] }
    expect((await asAnn('POST', '/api/calendar/short-days', { date: '2026-12-04', rule })).status).toBe(200)
    await close('2026-12-04', '2026-12-04')
    await asAnn('DELETE', '/api/calendar/short-days/2026-12-04')
    expect((await plans()).slice(2)).toEqual(['12-07 9 12-04', '12-08 9 12-04 second'])
    const [{ id }] = (await asAnn('GET', '/api/timetables')).body
    const rows = [
      { startTime: '08:30', endTime: '09:15' },
      { startTime: '09:30', endTime: '10:30' },
    ]
    const cells = [1, 2, 3, 4, 5].flatMap((day) => [{ day, row: 0, classId: math }, ...(day === 5 ? [{ day, row: 1, classId: math }] : [])])
    expect((await asAnn('PUT', `/api/timetables/${id}/versions/2026-12-01`, { rows, cells })).status).toBe(200)
    await open('2026-12-04')
    expect(await plans()).toEqual(['12-02 8 12-02', '12-03 8 12-03', '12-04 8 12-04', '12-04 9 12-04 second'])
  })

  test('leaves the plans of a class that stays, and one Undo restores the day, the plans and the answer', async () => {
    await write('2026-12-02', 'Fractions')
    const before = [await content(), (await asAnn('GET', '/api/classes')).body]
    const closed = await close('2026-12-02', '2026-12-02', 'leave')
    expect(await plans()).toEqual(['12-02 9 Fractions'])
    await undo(closed.body)
    expect([await content(), (await asAnn('GET', '/api/classes')).body]).toEqual(before)
  })
})

describe('a day that the school closes', () => {
  let priya: typeof ann
  let schoolId: string
  const asked = async () => (await asAnn('GET', '/api/calendar/school-closures')).body
  const question = async () => (await asked()).question
  const opened = async () => (await asked()).opened
  const schoolMarks = async (from: string, to: string, marks: object) =>
    expect((await call('POST', '/api/calendar/bulk', { token: priya.token, body: { schoolId, from, to, ...marks } })).status).toBe(200)
  const schoolCloses = (from: string, to = from) => schoolMarks(from, to, { isBlocked: true, blockedText: 'Snow day' })
  const schoolOpens = (from: string, to = from) => schoolMarks(from, to, { isBlocked: false })
  const answer = (dates: string[], choice: 'move' | 'leave') =>
    asAnn('POST', '/api/calendar/closures', {
      ...{ from: dates[0], to: dates.at(-1), dates, choices: [{ classId: math, choice }] },
    })
  beforeEach(async () => {
    priya = await aTeacher(db, { now: clock() })
    schoolId = await openSchool(db, { name: 'Lincoln', timezone: 'UTC', email: priya.email }, clock())
    await joinSchool(db, ann.userId, { schoolId, at: clock(), isAdministrator: false })
    await write('2026-12-02', 'Fractions')
    await write('2026-12-07', 'Decimals')
    await write('2026-12-08', 'Angles')
  })

  test('is one question to its teachers with the number of plans, which an answer ends and its Undo brings back', async () => {
    expect(await question()).toBeNull()
    await schoolCloses('2026-12-01', '2026-12-02')
    await schoolCloses('2026-12-07')
    expect(await plans()).toContain('12-02 9 Fractions')
    const asked = {
      days: [
        { date: '2026-12-02', reason: 'Snow day' },
        { date: '2026-12-07', reason: 'Snow day' },
      ],
      plans: 2,
    }
    expect(await question()).toEqual(asked)
    const answered = await answer(['2026-12-02', '2026-12-07'], 'move')
    expect(answered.status, JSON.stringify(answered.body)).toBe(200)
    expect(await plans()).toEqual(['12-03 9 Fractions', '12-08 9 Decimals', '12-09 9 Angles'])
    expect(await question()).toBeNull()
    await undo(answered.body)
    expect(await question()).toEqual(asked)
    await answer(['2026-12-02', '2026-12-07'], 'leave')
    expect(await question()).toBeNull()
    expect(await plans()).toContain('12-02 9 Fractions')
  })

  test('doesn’t move the plans of days in between that the teacher closed, and isn’t asked about those', async () => {
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-07', to: '2026-12-07', isBlocked: true, blockedText: 'Sick' })
    for (const date of ['2026-12-02', '2026-12-07', '2026-12-08']) await schoolCloses(date)
    expect((await question()).days.map(({ date }: { date: string }) => date)).toEqual(['2026-12-02', '2026-12-08'])
    await answer(['2026-12-02', '2026-12-08'], 'move')
    expect(await plans()).toEqual(['12-03 9 Fractions', '12-07 9 Decimals', '12-09 9 Angles'])
  })

  test('isn’t asked about after a week, with a lock, or without plans', async () => {
    await schoolCloses('2026-12-02')
    expect((await question()).plans).toBe(1)
    await change('2026-12-02', '09:00', { isLocked: true })
    expect(await question()).toBeNull()
    await schoolCloses('2026-12-03')
    expect(await question()).toBeNull()
    await schoolCloses('2026-12-08')
    // In steps, so that the session stays alive.
    for (const date of ['2026-11-23', '2026-11-28', '2026-12-03', '2026-12-08', '2026-12-13', '2026-12-15']) {
      setClock(`${date}T12:00:00Z`)
      expect((await question()).plans).toBe(1)
    }
    setClock('2026-12-16T12:00:00Z')
    expect(await question()).toBeNull()
  })

  test('is asked about again if the school opens it and closes it again', async () => {
    await schoolCloses('2026-12-02')
    await answer(['2026-12-02'], 'leave')
    expect(await question()).toBeNull()
    await schoolOpens('2026-12-02')
    expect(await asked()).toEqual({ question: null, opened: null })
    await schoolCloses('2026-12-02')
    expect(await question()).toMatchObject({ days: [{ date: '2026-12-02' }], plans: 1 })
    await answer(['2026-12-02'], 'move')
    expect(await question()).toBeNull()
  })

  test('and opens again is one question to those who moved plans on, which both answers end and their Undo brings back', async () => {
    await schoolCloses('2026-12-02')
    await schoolCloses('2026-12-07')
    await answer(['2026-12-02', '2026-12-07'], 'move')
    expect(await opened()).toBeNull()
    await schoolOpens('2026-12-02')
    await write('2026-12-02', 'Snow story')
    const back = { dates: ['2026-12-02'], plans: 1 }
    expect(await asked()).toEqual({ question: null, opened: back })
    const opening = { from: '2026-12-02', to: '2026-12-02', dates: ['2026-12-02'] }
    const left = await asAnn('POST', '/api/calendar/openings', { ...opening, plans: 'leave' })
    expect(await opened()).toBeNull()
    await undo(left.body)
    expect(await opened()).toEqual(back)
    const returned = await asAnn('POST', '/api/calendar/openings', { ...opening, plans: 'bringBack' })
    expect(await plans()).toEqual(['12-02 9 Fractions', '12-03 9 Snow story', '12-08 9 Decimals', '12-09 9 Angles'])
    expect(await opened()).toBeNull()
    await undo(returned.body)
    expect(await opened()).toEqual(back)
  })

  test('and opens again isn’t a question if the teacher blocked it out too, or if its plans are gone', async () => {
    await schoolCloses('2026-12-02')
    await schoolCloses('2026-12-07')
    await answer(['2026-12-02', '2026-12-07'], 'move')
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-02', to: '2026-12-02', isBlocked: true, blockedText: 'Sick' })
    await schoolOpens('2026-12-02', '2026-12-07')
    expect(await opened()).toEqual({ dates: ['2026-12-07'], plans: 2 })
    for (const date of ['2026-12-08', '2026-12-09']) await change(date, '09:00', { description: '' })
    expect(await opened()).toBeNull()
  })

  test('brings only its own plans back if a day between two of them stays closed', async () => {
    for (const date of ['2026-12-02', '2026-12-08']) await schoolCloses(date)
    await answer(['2026-12-02', '2026-12-08'], 'move')
    await asAnn('POST', '/api/calendar/closures', { from: '2026-12-07', to: '2026-12-07', blockedText: 'Sick', choices: [] })
    await schoolOpens('2026-12-02', '2026-12-08')
    expect(await opened()).toEqual({ dates: ['2026-12-02', '2026-12-08'], plans: 2 })
    const opening = { from: '2026-12-02', to: '2026-12-08', dates: ['2026-12-02', '2026-12-08'], plans: 'bringBack' }
    expect((await asAnn('POST', '/api/calendar/openings', opening)).status).toBe(200)
    expect(await plans()).toEqual(['12-02 9 Fractions', '12-07 9 Decimals', '12-08 9 Angles'])
    expect((await dayOn('2026-12-07')).blockedText).toBe('Sick')
  })
})
