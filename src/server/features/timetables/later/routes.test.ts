import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addDays } from '#shared/dates.ts'
import { call, clock, db } from '#test/app.ts'

const FIRST = '2026-11-18'
let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
const asAnn = (method: 'GET' | 'POST', path: string, body?: object) => call(method, path, { token: ann.token, ...(body && { body }) })
const lesson = (more: Partial<TimeBlock> = {}) => aBlock({ id: 'm', startTime: '10:30', endTime: '11:30', classId: math, ...more })
const save = (date: string, ...blocks: TimeBlock[]) => aDay(db, { owner: ann.userId, date, now: clock(), blocks })
const dayOn = async (date: string) => (await asAnn('GET', `/api/calendar?date=${date}`)).body[0]
const shown = ({ title, startTime, endTime }: TimeBlock) => `${startTime}–${endTime} ${title}`
const lessonsOn = async (date: string): Promise<string[]> => (await dayOn(date)).blocks.map(shown)
const change = (block: TimeBlock, more: object = {}) =>
  asAnn('POST', '/api/timetables/later-lessons', { date: FIRST, block, until: '2026-12-31', ...more })
/** Everything but what each save changes about a day. */
const contents = async () =>
  (await asAnn('GET', '/api/calendar?from=2026-11-01&to=2026-12-31')).body.map(
    ({ version: _, operationId: __, ...day }: object & { version: 0; operationId: '' }) => day,
  )

beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  math = (await aClass(db, { owner: ann.userId, name: 'Math', now: clock() })).id
})

describe('a change of a lesson and the later ones like it', () => {
  test('is one operation: the texts, alerts, marks and ids of later lessons stay, and one Undo takes it back', async () => {
    await save(FIRST, lesson({ description: '<p>Quiz</p>' }), lesson({ id: 'x', title: 'Art', classId: null }))
    await save('2026-11-19', lesson({ id: 'n', description: '<p>Fractions</p>', hasAlert: true, alertMessage: 'Rulers', taught: 'done' }))
    await save('2026-11-20', lesson({ startTime: '09:00', endTime: '09:45' }))
    await save('2026-11-23', lesson({ title: 'Math groups' }))
    const before = await contents()
    const edited = lesson({ title: 'Algebra', startTime: '10:40', endTime: '11:40', description: '<p>Quiz 4</p>' })
    const { status, body } = await change(edited)
    expect(status).toBe(200)
    expect(body.entries.map(({ date }: { date: string }) => date)).toEqual([FIRST, '2026-11-19'])
    expect((await dayOn(FIRST)).blocks).toMatchObject([{ title: 'Algebra', description: '<p>Quiz 4</p>' }, { title: 'Art' }])
    const kept = { id: 'n', description: '<p>Fractions</p>', hasAlert: true, alertMessage: 'Rulers', taught: 'done', classId: math }
    expect((await dayOn('2026-11-19')).blocks).toMatchObject([{ ...kept, title: 'Algebra', startTime: '10:40', endTime: '11:40' }])
    expect(await lessonsOn('2026-11-20')).toEqual(['09:00–09:45 Math'])
    expect((await asAnn('POST', `/api/calendar/operations/${body.operationId}/undo`)).status).toBe(200)
    expect(await contents()).toEqual(before)
  })

  test('includes lessons under a day off, and ends on the last day that the teacher chose', async () => {
    await save(FIRST, lesson())
    for (const date of ['2026-11-19', '2026-11-20', '2026-11-23']) await save(date, lesson())
    await asAnn('POST', '/api/calendar/bulk', { from: '2026-11-19', to: '2026-11-19', isBlocked: true, blockedText: 'Snow' })
    await change(lesson({ title: 'Algebra' }), { until: '2026-11-20' })
    expect(await dayOn('2026-11-19')).toMatchObject({ isBlocked: true, blocks: [{ title: 'Algebra' }] })
    expect(await lessonsOn('2026-11-20')).toEqual(['10:30–11:30 Algebra'])
    expect(await lessonsOn('2026-11-23')).toEqual(['10:30–11:30 Math'])
  })

  test('moves a later lesson onto the time of another one, because lessons may overlap', async () => {
    await save(FIRST, lesson())
    await save('2026-11-19', lesson(), lesson({ id: 'o', title: 'Art', classId: null, startTime: '12:00', endTime: '12:45' }))
    await change(lesson({ startTime: '12:00', endTime: '12:30' }))
    expect(await lessonsOn('2026-11-19')).toEqual(expect.arrayContaining(['12:00–12:30 Math', '12:00–12:45 Art']))
  })

  test('is refused if the day changed since, with the day as it is now, and changes nothing', async () => {
    const { version } = await save(FIRST, lesson())
    await save('2026-11-19', lesson())
    await asAnn('POST', '/api/calendar', { date: FIRST, blocks: [lesson({ description: '<p>From the phone</p>' })] })
    const before = await contents()
    const refused = await change(lesson({ title: 'Algebra' }), { version })
    expect(refused).toMatchObject({ status: 409, body: { code: 'stale', date: FIRST, current: { blocks: [{ title: 'Math' }] } } })
    expect(await contents()).toEqual(before)
  })

  test('is refused for a lesson that is gone, and for a lesson of somebody else', async () => {
    await save(FIRST, lesson())
    await save('2026-11-19', lesson())
    expect((await change(lesson({ id: 'gone', title: 'Algebra' }))).status).toBe(404)
    const bea = await aTeacher(db, { now: clock() })
    const body = { date: FIRST, block: lesson({ title: 'Algebra' }), until: '2026-12-31' }
    expect((await call('POST', '/api/timetables/later-lessons', { token: bea.token, body })).status).toBe(404)
    expect(await lessonsOn('2026-11-19')).toEqual(['10:30–11:30 Math'])
  })

  test('takes effect once if it is sent again', async () => {
    await save(FIRST, lesson())
    await save('2026-11-19', lesson())
    const operationId = randomUUID()
    const first = await change(lesson({ title: 'Algebra' }), { operationId })
    const before = await contents()
    const again = await change(lesson({ title: 'Algebra' }), { operationId })
    expect(again).toMatchObject({ status: 200, body: { operationId, entries: first.body.entries } })
    expect(await contents()).toEqual(before)
  })

  test('needs an end after the start, and an end date within 400 days', async () => {
    await save(FIRST, lesson())
    expect((await change(lesson({ startTime: '11:30' }))).status).toBe(422)
    expect((await change(lesson({ title: 'Algebra' }), { until: addDays(FIRST, -1) })).status).toBe(422)
    expect((await change(lesson({ title: 'Algebra' }), { until: addDays(FIRST, 401) })).status).toBe(422)
    expect((await change(lesson({ title: 'Algebra' }), { until: addDays(FIRST, 400) })).status).toBe(200)
  })

  test('of 300 later lessons writes them all', async () => {
    const dates = Array.from({ length: 300 }, (_, index) => addDays(FIRST, index + 1))
    const repeated = { patterns: [[{ ...lesson(), id: undefined, order: undefined }]], days: dates.map((date) => ({ date, pattern: 0 })) }
    await save(FIRST, lesson())
    expect((await asAnn('POST', '/api/calendar/repeat', { ...repeated, mode: 'add' })).status).toBe(200)
    const { body } = await change(lesson({ startTime: '10:40' }), { until: addDays(FIRST, 400) })
    expect(body.entries).toHaveLength(301)
    expect(new Set(body.entries.map(({ blocks }: { blocks: TimeBlock[] }) => blocks.map(shown).join()))).toEqual(
      new Set(['10:40–11:30 Math']),
    )
  })
})
