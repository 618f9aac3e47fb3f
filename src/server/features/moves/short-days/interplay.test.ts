// @module-tag engine
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { call, clock, db, setClock } from '#test/app.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let timetable = ''
const ids: Record<string, string> = {}
const asAnn = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token: ann.token, ...(body && { body }) })
const idOf = (name: string) => ids[name] ?? ''
const ROWS = [
  { startTime: '09:00', endTime: '10:00' },
  { startTime: '10:00', endTime: '11:00' },
]
const CELLS = () => [
  { day: 1, row: 0, classId: idOf('Math') },
  { day: 1, row: 1, classId: idOf('Art') },
  { day: 2, row: 0, classId: idOf('Art') },
  { day: 2, row: 1, classId: idOf('Math') },
]

/** Three weeks from Monday, November 30, 2026, in a cycle of two days that waits. Wednesday, December 2, is Day 1, and short. */
beforeEach(async () => {
  setClock('2026-11-18T14:00:00Z')
  ann = await aTeacher(db, { now: clock() })
  for (const name of ['Math', 'Art']) ids[name] = (await asAnn('POST', '/api/classes', { name })).body.id
  const laid = await asAnn('POST', '/api/timetables', {
    firstDay: '2026-11-30',
    lastDay: '2026-12-18',
    rhythm: { kind: 'cycle', days: 2 },
    rows: ROWS,
    cells: CELLS(),
    from: '2026-11-30',
    existing: 'keep',
  })
  expect(laid.status, JSON.stringify(laid.body)).toBe(201)
  timetable = laid.body.timetable?.id ?? (await asAnn('GET', '/api/timetables')).body[0].id
  for (const date of ['2026-12-01', SHORT, '2026-12-03']) await write(date, 'Math', `Math of ${date.slice(8)}`)
  const rule = { startTime: '11:00', endTime: '12:00' }
  expect((await asAnn('POST', '/api/calendar/short-days', { date: SHORT, rule })).status).toBe(200)
})

const SHORT = '2026-12-02'
const dayOn = async (date: string) => (await asAnn('GET', `/api/calendar?date=${date}`)).body[0]
const change = async (date: string, title: string, changed: Partial<TimeBlock>) => {
  const { id, blocks } = await dayOn(date)
  const after = blocks.map((block: TimeBlock) => (block.title === title ? { ...block, ...changed } : block))
  expect((await asAnn('PUT', `/api/calendar/${id}`, { blocks: after })).status).toBe(200)
}
const write = (date: string, title: string, words: string) => change(date, title, { description: `<p>${words}</p>` })
const lessonsOn = async (date: string): Promise<string[]> => {
  const blocks: TimeBlock[] = (await dayOn(date)).blocks
  const inOrder = blocks.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
  return inOrder.map(({ startTime, endTime, title, description, usual }) =>
    [startTime, endTime, title, description.replace(/<.*?>/g, ''), usual?.startTime].filter(Boolean).join(' '),
  )
}
const restore = () => asAnn('DELETE', `/api/calendar/short-days/${SHORT}`)

describe('a short day stays short', () => {
  test('when a closed day moves other plans onto it, and its usual times are those of its new lessons', async () => {
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Math Math of 02 09:00', '11:30 12:00 Art 10:00'])
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-01', to: '2026-12-01', isBlocked: true, blockedText: 'Snow' })
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Art 09:00', '11:30 12:00 Math Math of 01 10:00'])
    expect(await lessonsOn('2026-12-03')).toEqual(['09:00 10:00 Math Math of 02', '10:00 11:00 Art'])
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-12-01', to: '2026-12-01', isBlocked: false })
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Math Math of 02 09:00', '11:30 12:00 Art 10:00'])
    await restore()
    expect(await lessonsOn(SHORT)).toEqual(['09:00 10:00 Math Math of 02', '10:00 11:00 Art'])
  })

  test('when its number is set by hand', async () => {
    await asAnn('PUT', `/api/calendar/cycle-days/${SHORT}`, { day: 2 })
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Art 09:00', '11:30 12:00 Math Math of 02 10:00'])
    expect(await lessonsOn('2026-12-03')).toEqual(['09:00 10:00 Math Math of 03', '10:00 11:00 Art'])
  })

  test('when the timetable gets new bell times, to which it returns', async () => {
    const rows = [
      { startTime: '09:10', endTime: '10:05' },
      { startTime: '10:10', endTime: '11:05' },
    ]
    const changed = await asAnn('PUT', `/api/timetables/${timetable}/versions/2026-12-01`, { rows, cells: CELLS() })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Math Math of 02 09:10', '11:30 12:00 Art 10:10'])
    await restore()
    expect(await lessonsOn(SHORT)).toEqual(['09:10 10:05 Math Math of 02', '10:10 11:05 Art'])
  })

  test('when a new timetable is laid over it', async () => {
    const body = { firstDay: '2026-11-30', lastDay: '2026-12-18', rhythm: { kind: 'weekly' }, from: '2026-11-30', existing: 'replace' }
    const cells = [1, 2, 3, 4, 5].map((day) => ({ day, row: 0, classId: idOf('Math') }))
    expect((await asAnn('POST', '/api/timetables', { ...body, rows: ROWS, cells })).status).toBe(201)
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Math Math of 02 09:00'])
  })

  test('when the plans of a class move on, which leaves the times of both days alone', async () => {
    const { id } = (await dayOn('2026-12-01')).blocks.find(({ title }: TimeBlock) => title === 'Math')
    await asAnn('POST', '/api/calendar/moves', { kind: 'bump', date: '2026-12-01', blockId: id })
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Math Math of 01 09:00', '11:30 12:00 Art 10:00'])
    expect(await lessonsOn('2026-12-03')).toEqual(['09:00 10:00 Art', '10:00 11:00 Math Math of 02'])
  })

  test('when a lesson gets another time by hand, and its usual time stays', async () => {
    await change(SHORT, 'Math', { startTime: '11:05' })
    expect(await lessonsOn(SHORT)).toEqual(['11:05 11:30 Math Math of 02 09:00', '11:30 12:00 Art 10:00'])
    await restore()
    expect(await lessonsOn(SHORT)).toEqual(['09:00 10:00 Math Math of 02', '10:00 11:00 Art'])
  })

  test('when a lesson and the later ones like it get new times, which are its usual ones', async () => {
    const [math] = (await dayOn('2026-11-30')).blocks
    const block = { ...math, startTime: '09:10', endTime: '10:05' }
    const changed = await asAnn('POST', '/api/timetables/later-lessons', { date: '2026-11-30', until: '2026-12-18', block })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    expect(await lessonsOn(SHORT)).toEqual(['11:00 11:30 Math Math of 02 09:10', '11:30 12:00 Art 10:00'])
    await restore()
    expect(await lessonsOn(SHORT)).toEqual(['09:10 10:05 Math Math of 02', '10:00 11:00 Art'])
  })
})

describe('a short day is short again', () => {
  const move = (from: string, to: string) => {
    const choices = ['Math', 'Art'].map((name) => ({ classId: idOf(name), choice: 'move' }))
    return asAnn('POST', '/api/calendar/closures', { from, to, blockedText: 'Snow day', choices })
  }
  const open = (from: string, to: string) => asAnn('POST', '/api/calendar/openings', { from, to, plans: 'bringBack' })
  const daysNow = async () => {
    const days = (await asAnn('GET', '/api/calendar?from=2026-11-30&to=2026-12-18')).body
    return JSON.stringify(days.map(({ version: _, operationId: __, ...day }: { version: number; operationId: string }) => day))
  }
  const lessonsNow = async () => {
    const dates = ['2026-11-30', '2026-12-01', SHORT, '2026-12-03', '2026-12-04']
    return Promise.all(dates.map(lessonsOn))
  }

  test('after it was closed itself, and one Undo restores the closed days byte for byte', async () => {
    const before = await lessonsNow()
    await move(SHORT, '2026-12-03')
    expect((await dayOn(SHORT)).blocks).toEqual([])
    const closed = await daysNow()
    const opened = await open(SHORT, '2026-12-03')
    expect(opened.status, JSON.stringify(opened.body)).toBe(200)
    expect(await lessonsNow()).toEqual(before)
    await asAnn('POST', `/api/calendar/operations/${opened.body.operationId}/undo`)
    expect(await daysNow()).toBe(closed)
  })

  test('with its left-out lesson, after another day of the cycle was on it that has fewer lessons', async () => {
    const cells = [...CELLS().slice(0, 2), { day: 2, row: 1, classId: idOf('Math') }]
    await asAnn('PUT', `/api/timetables/${timetable}/versions/2026-11-30`, { rows: ROWS, cells })
    const rule = { startTime: '11:00', endTime: '12:00', leaveOut: [idOf('Art')] }
    await asAnn('POST', '/api/calendar/short-days', { date: SHORT, rule })
    const before = await lessonsNow()
    expect(before[2]).toEqual(['10:00 11:00 Art 10:00', '11:00 12:00 Math Math of 02 09:00'])
    await move('2026-12-01', '2026-12-01')
    expect((await dayOn(SHORT)).blocks).toHaveLength(1)
    await open('2026-12-01', '2026-12-01')
    expect(await lessonsNow()).toEqual(before)
    const out = (await dayOn(SHORT)).blocks.filter(({ usual }: TimeBlock) => usual?.isLeftOut)
    expect(out.map(({ title }: TimeBlock) => title)).toEqual(['Art'])
  })

  test('but not if the teacher gave it its usual times back while it was closed', async () => {
    await move(SHORT, SHORT)
    expect((await restore()).status).toBe(200)
    expect((await restore()).status).toBe(404)
    await open(SHORT, SHORT)
    expect(await lessonsOn(SHORT)).toEqual(['09:00 10:00 Math Math of 02', '10:00 11:00 Art'])
  })

  test('and a lesson that the teacher writes there herself has the time that she gave it', async () => {
    const { id } = await dayOn(SHORT)
    const own = { id: 'own', title: 'Museum', startTime: '09:00', endTime: '10:00' }
    await asAnn('PUT', `/api/calendar/${id}`, { blocks: [own] })
    await move('2026-12-01', '2026-12-01')
    expect(await lessonsOn(SHORT)).toContain('09:00 10:00 Museum')
  })
})

test('a lesson that loses its short day is unplaced at its usual time', async () => {
  const cells = CELLS().filter(({ classId }) => classId === idOf('Art'))
  await asAnn('PUT', `/api/timetables/${timetable}/versions/${SHORT}`, { rows: ROWS, cells })
  const lost = (await asAnn('GET', '/api/unplaced')).body.find(({ description }: { description: string }) => description.includes('of 02'))
  await asAnn('POST', `/api/unplaced/${lost.id}/place`, { date: '2026-12-10' })
  expect(await lessonsOn('2026-12-10')).toContain('09:00 10:00 Math Math of 02')
})
