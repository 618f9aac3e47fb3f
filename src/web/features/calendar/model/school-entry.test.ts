import { expect, test } from 'vitest'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { marksWith, monthMarks, withMarks } from './month-marks.ts'
import { dayOfWeek, plannedWeek, savedWeek, withEntry } from './planned-week.ts'
import { markUnder, ownDay, ownMarks, schoolOf } from './school-entry.ts'

const DATE = '2026-11-18'
const own: CalendarDay = {
  id: 'd',
  userId: 'maya',
  date: DATE,
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  blocks: [{ id: 'm', title: 'Math', description: '', startTime: '08:00', endTime: '09:00', hasAlert: false, alertMessage: '', order: 0 }],
  version: 4,
  operationId: 'op',
}
const blockedBySchool = {
  isBlocked: true,
  blockedText: 'Snow day',
  schoolId: 's',
  userBlocked: false,
  userBlockedText: null,
  schoolNote: null,
}
const noted = { schoolId: 's', userBlocked: false, userBlockedText: null, schoolNote: 'Buses at 11:30' }
const shown = (...entries: CalendarDay[]) => dayOfWeek(plannedWeek(savedWeek('2026-11-16', entries), []), DATE)

test("a day that the school blocks is blocked, and the teacher's own day is kept with its lessons", () => {
  const day = shown({ ...own, ...blockedBySchool })
  expect(day).toMatchObject({
    marks: { isBlocked: true, blockedText: 'Snow day' },
    own: { isBlocked: false, blockedText: null },
    school: { isBlocked: true, blockedText: 'Snow day' },
    entry: { isBlocked: false, version: 4 },
  })
  expect(day?.lessons).toHaveLength(1)
})

test("a day that both block shows the school's reason and keeps the teacher's", () => {
  const both = { ...own, ...blockedBySchool, userBlocked: true, userBlockedText: 'At the dentist' }
  expect(shown(both)?.marks.blockedText).toBe('Snow day')
  expect(ownMarks(both)).toMatchObject({ isBlocked: true, blockedText: 'At the dentist' })
})

test("the teacher's own block-out remains under a school note", () => {
  const day = { ...own, ...noted, isBlocked: true, blockedText: 'Field trip', userBlocked: true }
  expect(schoolOf(day)).toEqual({ schoolId: 's', isBlocked: false, blockedText: null, noteText: 'Buses at 11:30' })
  expect(ownMarks(day)).toMatchObject({ isBlocked: true, blockedText: 'Field trip' })
  expect(shown(day)?.marks).toMatchObject({ isBlocked: true, blockedText: 'Field trip', hasNote: false, noteText: null })
})

test('a day with only a school entry has no entry of the teacher', () => {
  expect(ownDay({ ...own, ...blockedBySchool, version: 0, blocks: [] })).toBeNull()
  expect(shown({ ...own, ...blockedBySchool, version: 0, blocks: [] })).toMatchObject({ entry: null, marks: { isBlocked: true } })
})

test("in the school's own calendar an entry is the day itself", () => {
  const entry = { ...own, userId: null, schoolId: 's', isBlocked: true, blockedText: 'Snow day', blocks: [] }
  expect(shown(entry)).toMatchObject({ school: null, own: { isBlocked: true }, entry: { version: 4 } })
})

test('a reply to a save has no school overlay, which stays on the day', () => {
  const saved = savedWeek('2026-11-16', [{ ...own, ...blockedBySchool }])
  const noteSaved = withEntry(saved, DATE, { ...own, hasNote: true, noteText: 'Call home', version: 5 })
  expect(dayOfWeek(plannedWeek(noteSaved, []), DATE)).toMatchObject({ marks: { isBlocked: true, noteText: 'Call home' } })
  expect(dayOfWeek(plannedWeek(withEntry(noteSaved, DATE, null), []), DATE)).toMatchObject({ entry: null, marks: { isBlocked: true } })
  const told = withEntry(savedWeek('2026-11-16', [own]), DATE, { ...own, ...blockedBySchool, version: 6 })
  expect(told.days[2]).toMatchObject({ entry: { isBlocked: false, version: 6 }, school: { isBlocked: true } })
})

const mark = (change: Partial<DayMark>): DayMark => ({
  date: DATE,
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  version: 0,
  hasAlert: false,
  ...change,
})
const month = monthMarks('2026-11-01', '2026-11-30', [mark(blockedBySchool)])

test("a month keeps the school's entry when the teacher changes or clears their own", () => {
  const after = withMarks(month, new Map([[DATE, mark({ isBlocked: true, blockedText: 'Dentist', version: 1 })]]))
  expect(after.days.get(DATE)).toMatchObject({ blockedText: 'Snow day', userBlocked: true, userBlockedText: 'Dentist' })
  const cleared = withMarks(after, new Map([[DATE, null]]))
  expect(cleared.days.get(DATE)).toMatchObject({ isBlocked: true, blockedText: 'Snow day', userBlocked: false })
  expect(withMarks(month, new Map([[DATE, null]]))).toBe(month)
})

test('a pending edit shows beneath the school overlay', () => {
  const edit = { type: 'mark', date: DATE, kind: 'note', text: 'Call home', seen: null, id: 'e', calendarId: 'c' } as const
  expect(marksWith(month, [edit]).days.get(DATE)).toMatchObject({ isBlocked: true, blockedText: 'Snow day', noteText: 'Call home' })
  const off = { ...edit, kind: 'block-out', text: 'Dentist' } as const
  expect(marksWith(month, [off, edit]).days.get(DATE)).toMatchObject({
    blockedText: 'Snow day',
    userBlockedText: 'Dentist',
    noteText: 'Call home',
  })
})

test('separating marks and merging them again gives the same marks', () => {
  const laid = mark({ ...blockedBySchool, userBlocked: true, userBlockedText: 'Dentist' })
  expect(markUnder(schoolOf(laid), { ...laid, ...ownMarks(laid) })).toEqual(laid)
})
