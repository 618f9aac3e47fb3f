// @module-tag engine
import { beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { aMember, aSchoolWith, entriesOf } from '#server/features/schools/samples.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import type { ClassLessons } from '#shared/classes/lessons/contract.ts'
import { addDays, schoolWeekOf } from '#shared/dates.ts'
import { call, clock, db } from '#test/app.ts'

const MONDAY = '2026-11-16'
type Person = { userId: string; token: string }
let ann: Person
let math: SchoolClass
beforeEach(async () => {
  ann = await aTeacher(db, { now: clock() })
  math = await aClass(db, { owner: ann.userId, name: 'Math' })
})
const lessonsOf = (person: Person, id = math.id, [from, to] = [MONDAY, '2026-12-11']) =>
  call('GET', `/api/classes/${id}/lessons?from=${from}&to=${to}`, { token: person.token })
const titlesOf = ({ lessons }: ClassLessons) => lessons.map(({ date, block }) => `${date} ${block.title}`)

test('a teacher reads one class in order, without the lessons of other classes and of days off', async () => {
  const of = (title: string, startTime: string, more = {}) => aBlock({ title, startTime, endTime: '15:00', classId: math.id, ...more })
  await aDay(db, {
    owner: ann.userId,
    date: '2026-11-17',
    blocks: [of('Later', '13:00'), of('Art', '08:00', { classId: null }), of('First', '09:00')],
  })
  await aDay(db, { owner: ann.userId, date: MONDAY, blocks: [of('Monday', '10:00', { taught: 'unfinished', hasAlert: true })] })
  await aDay(db, { owner: ann.userId, date: '2026-11-18', isBlocked: true, blockedText: 'Snow “day”', blocks: [of('Hidden', '10:00')] })
  await aDay(db, { owner: ann.userId, date: '2026-12-14', blocks: [of('After', '10:00')] })
  const { status, body } = await lessonsOf(ann)
  expect(status).toBe(200)
  expect(titlesOf(body)).toEqual(['2026-11-16 Monday', '2026-11-17 First', '2026-11-17 Later'])
  expect(body.lessons[0].block).toMatchObject({ taught: 'unfinished', hasAlert: true, description: '<p>Fractions on a number line</p>' })
  expect(body.daysOff).toEqual([{ date: '2026-11-18', reason: 'Snow “day”' }])
})

test('a class without lessons is empty, and the school’s days off are in it', async () => {
  expect((await lessonsOf(ann)).body).toEqual({ lessons: [], daysOff: [] })
  const school = await aSchoolWith(db, { now: clock() })
  const bob = await aMember(db, school, { now: clock() })
  const art = await aClass(db, { owner: bob.userId, name: 'Art' })
  await entriesOf(db, school, { '2026-11-25': { isBlocked: true, blockedText: 'Thanksgiving' } }, clock())
  await aDay(db, { owner: bob.userId, date: '2026-11-25', blocks: [aBlock({ classId: art.id })] })
  expect((await lessonsOf(bob, art.id)).body).toEqual({ lessons: [], daysOff: [{ date: '2026-11-25', reason: 'Thanksgiving' }] })
})

test('another teacher’s class isn’t there, nor are more than 400 days', async () => {
  const bob = await aTeacher(db, { now: clock() })
  expect((await lessonsOf(bob)).status).toBe(404)
  expect((await lessonsOf(ann, math.id, [MONDAY, '2027-12-31'])).status).toBe(422)
  expect((await lessonsOf(ann, math.id, ['2026-11-17', MONDAY])).status).toBe(422)
  expect((await lessonsOf(ann, math.id, [MONDAY, 'friday'])).status).toBe(400)
})

test('a year of very long lessons comes in several pages, complete and in order', async () => {
  const description = `<p>${'Fractions '.repeat(15_000)}</p>`
  const dates = [0, 7, 14].flatMap((days) => schoolWeekOf(addDays(MONDAY, days)))
  for (const date of dates) await aDay(db, { owner: ann.userId, date, blocks: [aBlock({ title: date, description, classId: math.id })] })
  const { body } = await lessonsOf(ann)
  expect(titlesOf(body)).toEqual(dates.map((date) => `${date} ${date}`))
})
