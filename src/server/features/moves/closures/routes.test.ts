import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeDays } from '#server/features/calendar/actions.ts'
import { AMPLE, aBlock, calendarOf } from '#server/features/calendar/samples.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { type Ask, lineOfDays, mathOn } from '#server/features/moves/samples.ts'
import { type ASchool, aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import { MAX } from '#shared/limits.ts'
import { call, clock, db } from '#test/app.ts'

const DATES = ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'] as const
const [MON, TUE, , , FRI] = DATES
let school: ASchool
let ann: Awaited<ReturnType<typeof aMember>>
let math: string
const asAnn: Ask = (method, path, body) => call(method, path, { token: ann.token, ...(body && { body }) })
const schoolSets = (isBlocked: boolean) =>
  call('POST', '/api/calendar/bulk', {
    token: school.administrator.token,
    body: { schoolId: school.id, from: TUE, to: TUE, isBlocked, blockedText: 'Snow day' },
  })
const choices = () => ({ choices: [{ classId: math, choice: 'move' }] })
const close = (from: string, more: object = { blockedText: 'Sick' }) =>
  asAnn('POST', '/api/calendar/closures', { from, to: from, ...choices(), ...more })
const open = (from: string) => asAnn('POST', '/api/calendar/openings', { from, to: from, plans: 'bringBack' })
const line = () => lineOfDays(asAnn, { from: MON, to: FRI })
const tuesday = async () => (await asAnn('GET', `/api/calendar?date=${TUE}`)).body[0]
const question = async () => (await asAnn('GET', '/api/calendar/school-closures')).body.question

beforeEach(async () => {
  school = await aSchoolWith(db, { now: clock() })
  ann = await aMember(db, school, { now: clock(), timezone: 'UTC' })
})

describe('a closure whose leftover plans have no room in Unplaced', () => {
  test('is refused and changes nothing, until the teacher deletes one', async () => {
    math = await mathOn(asAnn, DATES, 5)
    const calendar = await calendarOf(db, ann.userId)
    const content = { block: aBlock() as StoredBlock, date: MON, reason: 'Math ends on December 15' }
    const full = Array.from({ length: MAX.unplaced }, () => ({ kind: 'unplaced' as const, id: randomUUID(), to: () => content }))
    await changeDays(db, { calendar, actor: ann.userId, kind: 'timetable', edits: [], records: full, now: clock(), quota: AMPLE })
    const state = async () => [
      (await asAnn('GET', `/api/calendar?from=${MON}&to=${FRI}`)).body,
      (await asAnn('GET', '/api/unplaced')).body.length,
      (await asAnn('GET', '/api/classes')).body,
      (await asAnn('GET', `/api/calendar/closures?from=${MON}&to=${FRI}`)).body,
    ]
    const before = await state()
    expect(await close(TUE)).toMatchObject({ status: 422, body: { message: expect.stringContaining('too many unplaced lessons') } })
    expect(await state()).toEqual(before)
    expect((await asAnn('DELETE', `/api/unplaced/${full[0]?.id}`)).status).toBe(200)
    expect((await close(TUE)).status).toBe(200)
    expect(await line()).toBe('A (-) B C D')
    expect((await asAnn('GET', '/api/unplaced')).body).toHaveLength(MAX.unplaced)
  })
})

describe('a day that the school and the teacher both closed', () => {
  beforeEach(async () => {
    math = await mathOn(asAnn, DATES, 3)
  })

  test('moves its plans once, whoever closed it first', async () => {
    await schoolSets(true)
    expect((await question()).plans).toBe(1)
    expect((await close(TUE, {})).status).toBe(200)
    expect(await line()).toBe('A (-) B C -')
    expect((await close(TUE)).status).toBe(200)
    expect(await line()).toBe('A (-) B C -')
  })

  test('isn’t a question again, and stays the school’s day off when the teacher opens it', async () => {
    expect((await close(TUE)).status).toBe(200)
    await schoolSets(true)
    expect(await question()).toBeNull()
    expect(await line()).toBe('A (-) B C -')
    expect((await open(TUE)).status).toBe(200)
    expect(await tuesday()).toMatchObject({ isBlocked: true, blockedText: 'Snow day', userBlocked: false })
    expect(await line()).toBe('A (-) B C -')
    expect(await question()).toBeNull()
  })

  test('opens when the school opens it as well, and the plans come back', async () => {
    await schoolSets(true)
    await close(TUE)
    await schoolSets(false)
    expect(await tuesday()).toMatchObject({ isBlocked: true, blockedText: 'Sick' })
    expect((await open(TUE)).status).toBe(200)
    expect((await tuesday()).isBlocked).toBe(false)
    expect(await line()).toBe('A B C - -')
  })
})
