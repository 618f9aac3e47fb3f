// @module-tag engine
/** Tests that an undo takes back its own part of a record, and keeps what was answered or changed since. */
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock } from '#server/features/calendar/samples.ts'
import type { CalendarOperation } from '#shared/calendar/operations/contract.ts'
import type { Closure } from '#shared/moves/contract.ts'
import { call, clock, db } from '#test/app.ts'

const [WED, THU, LATER] = ['2026-11-18', '2026-11-19', '2026-12-02']
let token: string
let math: string
const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  call(method, path, { token, ...(body && { body }) })

/** A teacher with a written Math lesson on three days, and a free one on the day after each. */
beforeEach(async () => {
  token = (await aTeacher(db, { now: clock(), timezone: 'UTC' })).token
  math = (await ask('POST', '/api/classes', { name: 'Math' })).body.id
  const lesson = { title: 'Math', classId: math, startTime: '09:00', endTime: '10:00' }
  for (const date of [WED, THU, '2026-11-20', '2026-11-23', LATER, '2026-12-03']) {
    const isWritten = [WED, THU, LATER].includes(date)
    const block = aBlock({ id: `math-${date}`, ...lesson, description: isWritten ? `<p>Plan of ${date}</p>` : '' })
    const saved = await ask('POST', '/api/calendar', { date, blocks: [block] })
    expect(saved.status, JSON.stringify(saved.body)).toBe(201)
  }
})

const close = async (from: string, choice: 'move' | 'leave', to = from): Promise<string> =>
  (await ask('POST', '/api/calendar/closures', { from, to, blockedText: 'Snow day', choices: [{ classId: math, choice }] })).body
    .operationId
const open = async (date: string): Promise<string> =>
  (await ask('POST', '/api/calendar/openings', { from: date, to: date, plans: 'leave' })).body.operationId
const undo = (id: string) => ask('POST', `/api/calendar/operations/${id}/undo`)
const answer = async () => (await ask('GET', '/api/classes')).body[0].onClosure
const closedDays = async (): Promise<string[]> =>
  (await ask('GET', '/api/calendar/closures?from=2026-11-01&to=2026-12-31')).body.flatMap(({ dates }: Closure) => dates)
const isOff = async (date: string) => (await ask('GET', `/api/calendar?date=${date}`)).body[0].isBlocked

describe('a closure is undone and redone', () => {
  test('after another day closed with another answer, which the class still remembers', async () => {
    const first = await close(WED, 'move')
    const second = await close(LATER, 'leave')
    const undone = await undo(first)
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect([await isOff(WED), await isOff(LATER), await answer(), await closedDays()]).toEqual([false, true, 'leave', []])
    expect((await undo(undone.body.operationId)).status).toBe(200)
    expect([await isOff(WED), await answer(), await closedDays()]).toEqual([true, 'leave', [WED]])
    expect((await undo(second)).status).toBe(200)
    expect([await isOff(LATER), await answer()]).toEqual([false, 'move'])
  })

  test('after the class got a room, which it keeps', async () => {
    const first = await close(WED, 'move')
    await ask('PATCH', `/api/classes/${math}`, { room: '12' })
    expect((await undo(first)).status).toBe(200)
    expect((await ask('GET', '/api/classes')).body).toEqual([expect.objectContaining({ room: '12' })])
    expect(await answer()).toBeUndefined()
  })

  test('day by day, so that the undo of one opening leaves the other day open', async () => {
    await close(WED, 'move', THU)
    const [first, second] = [await open(WED), await open(THU)]
    expect(await closedDays()).toEqual([])
    const undone = await undo(first)
    expect(undone.status, JSON.stringify(undone.body)).toBe(200)
    expect([await isOff(WED), await isOff(THU), await closedDays()]).toEqual([true, false, [WED]])
    expect((await undo(undone.body.operationId)).status).toBe(200)
    expect(await closedDays()).toEqual([])
    expect((await undo(second)).status).toBe(200)
    expect([await isOff(WED), await isOff(THU), await closedDays()]).toEqual([false, true, [THU]])
  })
})

describe('the list of changes, and an undo that is refused because of a later one', () => {
  const last = async (): Promise<CalendarOperation> => (await ask('GET', '/api/calendar/operations')).body[0]
  test('names the class, the bell schedule, the short day and the plans of each change', async () => {
    const made = await ask('POST', '/api/bell-schedules', { name: '2-hour delay', rows: [{ startTime: '11:00', endTime: '11:30' }] })
    await ask('POST', '/api/calendar/short-days', { date: '2026-12-03', bellScheduleId: made.body.id })
    await ask('DELETE', '/api/calendar/short-days/2026-12-03')
    await ask('DELETE', `/api/bell-schedules/${made.body.id}`)
    await ask('POST', '/api/calendar/moves', { kind: 'bump', date: WED, blockId: `math-${WED}` })
    await close('2026-11-20', 'move')
    await ask('POST', '/api/calendar/openings', { from: '2026-11-20', to: '2026-11-20', plans: 'bringBack' })
    const all: CalendarOperation[] = (await ask('GET', '/api/calendar/operations')).body
    const named = all.slice(0, 7).map(({ kind, does, plans, record }) => ({ kind, does, plans, record }))
    const shortDay = { kind: 'shortDay', name: '2-hour delay' }
    const schedule = { kind: 'bellSchedule', name: '2-hour delay' }
    expect(named.reverse()).toEqual([
      { kind: 'timetable', does: null, plans: null, record: { ...schedule, does: 'add' } },
      { kind: 'shortDay', does: 'change', plans: null, record: { ...shortDay, does: 'add' } },
      { kind: 'shortDay', does: 'change', plans: null, record: { ...shortDay, does: 'delete' } },
      { kind: 'timetable', does: null, plans: null, record: { ...schedule, does: 'delete' } },
      { kind: 'move', does: 'bump', plans: { count: 2, from: WED, to: THU }, record: null },
      { kind: 'closure', does: 'block', plans: { count: 1, from: '2026-11-20', to: '2026-11-23' }, record: expect.anything() },
      { kind: 'closure', does: 'unblock', plans: { count: 1, from: null, to: null }, record: null },
    ])
    expect(all.at(-1)).toMatchObject({ kind: 'class', record: { kind: 'class', does: 'add', name: 'Math' } })
  })

  const rename = async (name: string) => {
    await ask('PATCH', `/api/classes/${math}`, { name })
    return (await last()).id
  }

  test('of a class that was renamed again', async () => {
    const first = await rename('Maths')
    await rename('Algebra')
    expect(await undo(first)).toMatchObject({ status: 409, body: { code: 'stale', message: 'The class Algebra was changed since.' } })
  })

  test('of a bell schedule that was changed again, but not if a day has used it since', async () => {
    const rows = [{ startTime: '11:00', endTime: '11:30' }]
    const made = await ask('POST', '/api/bell-schedules', { name: '2-hour delay', rows })
    const creation = (await last()).id
    await ask('POST', '/api/calendar/short-days', { date: WED, bellScheduleId: made.body.id })
    const removal = (await ask('DELETE', `/api/bell-schedules/${made.body.id}`)).body.operationId
    expect((await undo(removal)).status).toBe(200)
    const schedules = () => ask('GET', '/api/bell-schedules')
    expect((await schedules()).body).toEqual([made.body])
    const [lesson] = (await ask('GET', `/api/calendar?date=${WED}`)).body[0].blocks
    expect(lesson).toMatchObject({ startTime: '11:00', usual: { shortDay: '2-hour delay' } })
    await ask('PATCH', `/api/bell-schedules/${made.body.id}`, { name: 'Fog' })
    expect((await undo(creation)).body.message).toBe('The bell schedule Fog was changed since.')
    await undo((await last()).id)
    expect((await undo(creation)).status).toBe(200)
    expect((await schedules()).body).toEqual([])
  })
})
