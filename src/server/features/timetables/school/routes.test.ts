// @module-tag engine
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { aBlock } from '#server/features/calendar/samples.ts'
import { type ASchool, aMember, aSchoolWith } from '#server/features/schools/samples.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { addDays, daysInRange, isSchoolDay } from '#shared/dates.ts'
import type { SchoolChange } from '#shared/timetables/school/contract.ts'
import { call, clock, db } from '#test/app.ts'

type Person = { userId: string; token: string }
let lincoln: ASchool
let priya: Person
let ann: Person
const ids: Record<string, string> = {}
type Method = 'GET' | 'POST' | 'PUT'
const as = ({ token }: Person, method: Method, path: string, body?: object) => call(method, path, { token, ...(body && { body }) })

beforeEach(async () => {
  lincoln = await aSchoolWith(db, { now: clock() })
  priya = lincoln.administrator
  ann = await aMember(db, lincoln, { now: clock() })
  for (const name of ['Math', 'Art']) ids[name] = (await as(ann, 'POST', '/api/classes', { name })).body.id
})

const CYCLE = { kind: 'cycle', days: 3, onDayOff: 'wait' }
/** Three weeks. Today is Wednesday, November 18, 2026. */
const YEAR = { firstDay: '2026-11-16', lastDay: '2026-12-04', rhythm: CYCLE }
const putYear = (more: object = {}, by = priya) => as(by, 'PUT', '/api/school/year', { ...YEAR, ...more })
const mark = (date: string, isBlocked: boolean, by = priya, more: object = { schoolId: lincoln.id }) =>
  as(by, 'POST', '/api/calendar', { date, isBlocked, ...(isBlocked && { blockedText: 'Snow day' }), ...more })
const close = (date: string) => mark(date, true)

/** Math every day, and Art on Day 3. */
const timetable = (more: object = {}) => ({
  ...YEAR,
  rows: [
    { startTime: '09:00', endTime: '09:45' },
    { startTime: '10:00', endTime: '10:45' },
  ],
  cells: [...[1, 2, 3].map((day) => ({ day, row: 0, classId: ids['Math'] })), { day: 3, row: 1, classId: ids['Art'] }],
  from: '2026-11-16',
  existing: 'keep',
  ...more,
})
const lay = async (more: object = {}, by = ann) => {
  const { status, body } = await as(by, 'POST', '/api/timetables', timetable(more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id as string
}
const follow = async () => {
  await putYear()
  return lay({ followsSchool: true })
}
const mine = async () => (await as(ann, 'GET', '/api/timetables')).body[0]
const question = async (by = ann): Promise<SchoolChange | null> => (await as(by, 'GET', '/api/timetables/school-change')).body.change
const asked = async (): Promise<SchoolChange> => {
  const change = await question()
  if (!change) throw new Error('The teacher isn’t asked')
  return change
}
const answer = ({ timetableId, key }: Pick<SchoolChange, 'timetableId' | 'key'>, how: 'update' | 'keep', more: object = {}, by = ann) =>
  as(by, 'POST', `/api/timetables/${timetableId}/school-change`, { key, answer: how, ...more })
const read = async (): Promise<CalendarDay[]> => (await as(ann, 'GET', '/api/calendar?from=2026-11-01&to=2026-12-31')).body
const lessons = async (date: string) =>
  ((await as(ann, 'GET', `/api/calendar?date=${date}`)).body[0]?.blocks ?? []).map(
    ({ title, description }: { title: string; description: string }) => `${title}${description}`,
  )
/** Writes a text into a lesson. */
const write = async (date: string, title: string, text: string) => {
  const [day] = (await as(ann, 'GET', `/api/calendar?date=${date}`)).body
  const blocks = day.blocks.map((block: { title: string }) => (block.title === title ? { ...block, description: `<p>${text}</p>` } : block))
  expect((await as(ann, 'POST', '/api/calendar', { date, blocks })).status).toBe(200)
}
const undo = (operationId: string, by = ann) => as(by, 'POST', `/api/calendar/operations/${operationId}/undo`)

describe('the school’s year', () => {
  test('is set by administrators, read by every teacher of the school, and undone', async () => {
    expect((await as(ann, 'GET', '/api/school/year')).body).toEqual({ schoolName: lincoln.name, year: null })
    await close('2026-11-19')
    const bellSchedules = [{ id: randomUUID(), name: 'Regular', rows: [{ startTime: '08:00', endTime: '08:45' }] }]
    const { status, body } = await putYear({ bellSchedules, setByHand: { '2026-11-18': 2, '2027-01-04': 1 } })
    expect(status).toBe(200)
    const { year } = (await as(ann, 'GET', '/api/school/year')).body
    expect(year).toEqual(body.year)
    expect(year).toMatchObject({ ...YEAR, bellSchedules, setByHand: { '2026-11-18': 2 } })
    expect(year.numbers).toMatchObject({ '2026-11-16': 1, '2026-11-17': 2, '2026-11-18': 2, '2026-11-20': 3 })
    expect(year.numbers).not.toHaveProperty('2026-11-19')
    expect((await undo(body.operationId, priya)).status).toBe(200)
    expect((await as(ann, 'GET', '/api/school/year')).body.year).toBeNull()
  })

  test('doesn’t exist for teachers without this school', async () => {
    await putYear()
    const other = await aSchoolWith(db, { now: clock(), name: 'Hill School' })
    expect((await as(other.administrator, 'GET', '/api/school/year')).body).toEqual({ schoolName: 'Hill School', year: null })
    await as(ann, 'POST', '/api/school/leave')
    expect((await as(ann, 'GET', '/api/school/year')).body).toEqual({ schoolName: null, year: null })
  })

  test('isn’t overwritten by an administrator who saw an older one', async () => {
    const first = (await putYear({ basedOn: null })).body.year
    await putYear({ lastDay: '2026-12-11', basedOn: first.operationId })
    expect((await putYear({ lastDay: '2026-12-18', basedOn: first.operationId })).status).toBe(409)
    expect((await as(ann, 'GET', '/api/school/year')).body.year.lastDay).toBe('2026-12-11')
  })

  test.each([
    ['ends before it starts', { lastDay: '2026-11-13' }],
    ['has 401 days', { lastDay: addDays('2026-11-16', 400) }],
    ['has a number that its cycle doesn’t have', { setByHand: { '2026-11-18': 4 } }],
    ['has 13 bell schedules', { bellSchedules: Array.from({ length: 13 }, () => ({ id: randomUUID(), name: 'Regular', rows: [] })) }],
    [
      'has a bell schedule of 25 rows',
      { bellSchedules: [{ id: randomUUID(), name: 'Regular', rows: Array(25).fill({ startTime: '08:00', endTime: '08:45' }) }] },
    ],
  ])('that %s is refused', async (_, more) => {
    expect((await putYear(more)).status).toBeGreaterThanOrEqual(400)
    expect((await as(ann, 'GET', '/api/school/year')).body.year).toBeNull()
  })
})

describe('a timetable that follows the school', () => {
  test('has the school’s dates, rhythm and numbers, whatever the call says', async () => {
    await putYear({ setByHand: { '2026-11-18': 1 } })
    await lay({ followsSchool: true, firstDay: '2026-11-17', lastDay: '2027-01-29', rhythm: { kind: 'weekly' } })
    const { firstDay, lastDay, rhythm, followsSchool, numbers } = await mine()
    expect({ firstDay, lastDay, rhythm }).toEqual(YEAR)
    expect(followsSchool).toBe(true)
    expect(numbers).toMatchObject({ '2026-11-18': 1, '2026-11-19': 2, '2026-11-20': 3 })
    expect(await lessons('2026-11-20')).toEqual(['Math', 'Art'])
  })

  test('isn’t possible before the school has a year', async () => {
    expect((await as(ann, 'POST', '/api/timetables', timetable({ followsSchool: true }))).status).toBe(422)
  })

  test('keeps its numbers on the teacher’s own day off, because the school’s Day 3 stays Day 3', async () => {
    await follow()
    const before = (await mine()).numbers
    await write('2026-11-24', 'Math', 'Fractions')
    await mark('2026-11-24', true, ann, {})
    expect((await mine()).numbers).toEqual(before)
    expect(await lessons('2026-11-24')).toEqual(['Math<p>Fractions</p>'])
    expect(await question()).toBeNull()
  })
})

describe('a teacher whose school changes something', () => {
  test('is asked before anything moves, and updates the timetable in one operation with one Undo', async () => {
    await follow()
    await write('2026-11-20', 'Math', 'Fractions')
    await write('2026-12-04', 'Math', 'Decimals')
    const before = await read()
    await close('2026-11-20')
    expect((await read()).map(({ blocks }) => blocks)).toEqual(before.map(({ blocks }) => blocks))
    const change = await asked()
    expect(change).toMatchObject({ changes: ['Your school closed Fri, Nov 20.'], canUpdate: true, by: 1, unplaced: 0, added: 0 })
    const { status, body } = await answer(change, 'update')
    expect(status).toBe(200)
    expect(change.moved).toBeGreaterThan(10)
    // An empty Math lesson made room, so no text lost its day.
    expect(await lessons('2026-11-20')).toEqual([])
    expect(await lessons('2026-11-23')).toEqual(['Math<p>Fractions</p>'])
    expect(await lessons('2026-11-24')).toEqual(['Math', 'Art'])
    expect(await lessons('2026-12-04')).toEqual(['Math<p>Decimals</p>'])
    expect((await mine()).numbers).toMatchObject({ '2026-11-19': 1, '2026-11-23': 2 })
    expect(await question()).toBeNull()
    await undo(body.operationId)
    expect((await read()).map(({ blocks }) => blocks)).toEqual(before.map(({ blocks }) => blocks))
    expect((await asked()).changes).toEqual(change.changes)
  })

  test('can keep the timetable, also on other devices, until the school changes something again', async () => {
    await follow()
    await close('2026-11-20')
    const before = [await read(), (await mine()).numbers]
    expect((await answer(await asked(), 'keep')).status).toBe(200)
    expect([await read(), (await mine()).numbers]).toEqual(before)
    expect(await question()).toBeNull()
    await close('2026-11-25')
    expect((await asked()).changes).toEqual(['Your school closed Nov 20 and Nov 25.'])
  })

  test('is asked again after undoing Keep mine', async () => {
    await follow()
    await close('2026-11-20')
    const { body } = await answer(await asked(), 'keep')
    await undo(body.operationId)
    expect(await question()).not.toBeNull()
  })

  test('answers once: of two tabs with two answers, one wins, and the other gets an error', async () => {
    await follow()
    await close('2026-11-20')
    const change = await asked()
    const answers = await Promise.all([answer(change, 'update'), answer(change, 'keep')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('already answered in another window')
    expect(await question()).toBeNull()
    const isUpdated = answers[0]?.status === 200
    expect((await mine()).numbers['2026-11-20']).toBe(isUpdated ? undefined : 2)
  })

  test('gets the same reply for an answer that is sent again', async () => {
    await follow()
    await close('2026-11-20')
    const change = await asked()
    const operationId = randomUUID()
    const [first, again] = [await answer(change, 'update', { operationId }), await answer(change, 'update', { operationId })]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.operationId).toBe(operationId)
  })

  test('isn’t answered with an older question, and never by somebody else', async () => {
    await follow()
    await close('2026-11-20')
    const change = await asked()
    await close('2026-11-23')
    expect((await answer(change, 'update')).status).toBe(409)
    const bob = await aMember(db, lincoln, { now: clock() })
    expect((await answer(await asked(), 'update', {}, bob)).status).toBe(404)
    expect((await mine()).numbers['2026-11-20']).toBe(2)
  })

  test('gets the plans of a day back when the school opens it again', async () => {
    await follow()
    await write('2026-11-20', 'Math', 'Fractions')
    await close('2026-11-20')
    await answer(await asked(), 'update')
    await mark('2026-11-20', false)
    const change = await asked()
    expect(change).toMatchObject({ changes: ['Your school is open on Fri, Nov 20.'], by: -1 })
    await answer(change, 'update')
    expect(await lessons('2026-11-20')).toEqual(['Math<p>Fractions</p>'])
  })

  test('moves the plans of a snow day on, even if the answer comes the day after, and leaves other past days alone', async () => {
    await follow()
    await write('2026-11-16', 'Math', 'Monday')
    await write('2026-11-17', 'Math', 'Tuesday')
    await close('2026-11-17')
    await answer(await asked(), 'update')
    expect(await lessons('2026-11-16')).toEqual(['Math<p>Monday</p>'])
    expect(await lessons('2026-11-17')).toEqual([])
    expect(await lessons('2026-11-18')).toEqual(['Math<p>Tuesday</p>'])
  })

  test('isn’t rewritten before today when the school closes a day of long ago', async () => {
    await putYear({ firstDay: '2026-10-05' })
    await lay({ followsSchool: true, from: '2026-10-05' })
    await write('2026-10-12', 'Math', 'Columbus')
    await write('2026-11-17', 'Math', 'Yesterday')
    await close('2026-10-12')
    await answer(await asked(), 'update')
    expect(await lessons('2026-10-12')).toContain('Math<p>Columbus</p>')
    expect(await lessons('2026-11-17')).toContain('Math<p>Yesterday</p>')
  })

  test('gets the lessons of days that the school adds at the end', async () => {
    await follow()
    await write('2026-12-04', 'Math', 'Decimals')
    await putYear({ lastDay: '2026-12-08' })
    const change = await asked()
    expect(change).toMatchObject({ changes: ['Your school’s last day is now December 8.'], moved: 0, unplaced: 0 })
    await answer(change, 'update')
    expect(await lessons('2026-12-04')).toContain('Math<p>Decimals</p>')
    expect(await lessons('2026-12-08')).toContain('Math')
    expect((await mine()).lastDay).toBe('2026-12-08')
  })

  test('finds the plans of days that the school drops among the unplaced lessons', async () => {
    await follow()
    await write('2026-12-04', 'Math', 'Decimals')
    await putYear({ lastDay: '2026-12-02' })
    const change = await asked()
    expect(change).toMatchObject({ changes: ['Your school’s last day is now December 2.'], unplaced: 1 })
    const { body } = await answer(change, 'update')
    expect(body.unplaced).toMatchObject([{ title: 'Math', description: '<p>Decimals</p>', date: '2026-12-04' }])
    expect(await lessons('2026-12-03')).toEqual([])
  })

  test('is asked when an administrator says which day today is, and updates from today on', async () => {
    await follow()
    await putYear({ setByHand: { '2026-11-18': 1 } })
    const change = await asked()
    expect(change.changes).toEqual(['Your school now counts Wed, Nov 18 as Day 1.'])
    await answer(change, 'update')
    expect((await mine()).numbers).toMatchObject({ '2026-11-17': 2, '2026-11-18': 1, '2026-11-19': 2 })
  })

  test('learns that a cycle of another length needs a new timetable', async () => {
    await follow()
    await putYear({ rhythm: { ...CYCLE, days: 4 } })
    const change = await asked()
    expect(change).toMatchObject({ changes: ['Your school’s days now repeat in a cycle of 4 days.'], canUpdate: false })
    expect((await answer(change, 'update')).status).toBe(422)
    expect((await answer(change, 'keep')).status).toBe(200)
    expect(await question()).toBeNull()
  })

  test('is asked about days off in a cycle of their own that waits, but not in a week', async () => {
    await lay()
    await close('2026-11-20')
    expect(await asked()).toMatchObject({ changes: ['Your school closed Fri, Nov 20.'], by: 1 })
    await answer(await asked(), 'update')
    expect((await mine()).numbers).toMatchObject({ '2026-11-19': 1, '2026-11-23': 2 })
    await mark('2026-11-20', false)
    expect((await asked()).changes).toEqual(['Your school is open on Fri, Nov 20.'])
    const bob = await aMember(db, lincoln, { now: clock() })
    const classId = (await as(bob, 'POST', '/api/classes', { name: 'Math' })).body.id
    await lay({ rhythm: { kind: 'weekly' }, cells: [{ day: 1, row: 0, classId }] }, bob)
    await close('2026-11-23')
    expect(await question(bob)).toBeNull()
  })

  test('isn’t asked about bell times, notes, days off outside of the timetable, or the school’s next year', async () => {
    await follow()
    await putYear({ bellSchedules: [{ id: randomUUID(), name: 'Regular', rows: [{ startTime: '08:00', endTime: '08:45' }] }] })
    await as(priya, 'POST', '/api/calendar', { date: '2026-11-20', schoolId: lincoln.id, hasNote: true, noteText: 'Picture day' })
    await close('2027-01-04')
    expect(await question()).toBeNull()
    await putYear({ firstDay: '2027-08-30', lastDay: '2028-06-14' })
    expect(await question()).toBeNull()
  })

  test('isn’t asked about a number that they set by hand themselves', async () => {
    await follow()
    expect((await as(ann, 'PUT', '/api/calendar/cycle-days/2026-11-19', { day: 3 })).status).toBe(200)
    expect(await question()).toBeNull()
    expect((await mine()).numbers).toMatchObject({ '2026-11-19': 3, '2026-11-20': 1 })
  })
})

test('whatever the school closes, opens and shortens, and whatever the teacher answers, no text is lost', async () => {
  const dates = daysInRange(YEAR.firstDay, YEAR.lastDay).filter(isSchoolDay)
  await follow()
  const texts: string[] = []
  for (const date of dates) {
    const [day] = (await as(ann, 'GET', `/api/calendar?date=${date}`)).body
    const blocks = day.blocks.map((block: { title: string }) => {
      const text = `<p>${block.title} of ${date}</p>`
      if (Number(date.slice(-1)) % 3 > 0) texts.push(text)
      return Number(date.slice(-1)) % 3 > 0 ? { ...block, description: text } : block
    })
    await as(ann, 'POST', '/api/calendar', { date, blocks: date === '2026-11-25' ? [...blocks, aBlock({ title: 'Trip' })] : blocks })
  }
  const step = fc.record({
    close: fc.subarray(dates, { maxLength: 3 }),
    lastDay: fc.constantFrom('2026-11-27', '2026-12-04', '2026-12-09'),
    day: fc.constantFrom(1, 2, 3, null),
    own: fc.constantFrom(null, ...dates),
    how: fc.constantFrom('update' as const, 'keep' as const),
  })
  const closed = new Set<string>()
  await fc.assert(
    fc.asyncProperty(step, async ({ close: flips, lastDay, day, own, how }) => {
      for (const date of flips) {
        await mark(date, !closed.has(date))
        if (!closed.delete(date)) closed.add(date)
      }
      await putYear({ lastDay, ...(day && { setByHand: { '2026-11-19': day } }) })
      if (own) await mark(own, !(await read()).find(({ date }) => date === own)?.isBlocked, ann, {})
      const change = await question()
      if (change) {
        const { status, body } = await answer(change, how)
        expect(status === 200 || !change.canUpdate, JSON.stringify(body)).toBe(true)
        expect(await question()).toBeNull()
      }
      const onDays = (await read()).flatMap(({ blocks }) => blocks.map(({ description }) => description))
      const unplaced = (await as(ann, 'GET', '/api/unplaced')).body.map(({ description }: { description: string }) => description)
      const left = [...onDays, ...unplaced].filter((text) => text.startsWith('<p>') && !text.includes('Fractions'))
      expect(left.sort()).toEqual([...texts].sort())
    }),
    { numRuns: 25 },
  )
})
