import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { savedWeeks } from '#web/features/calendar/days/ranges/weeks.ts'
import { type PlannedWeek, plannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { NO_CLASS, onlyClass } from '#web/features/classes/class-filter.ts'
import { classOfRange, countLessons, filteredDays, presetsOf, rangeProblem, weeksOfRange } from './print-range.ts'

const CLASSES = ['math', 'art'].map((id) => ({ id, name: id }))
const aFilter = (...without: string[]) => ({ classes: CLASSES, without: new Set(without) })

const aDay = (date: string, classIds: (string | null)[], marks: Partial<CalendarDay> = {}): CalendarDay => ({
  id: date,
  userId: 'maya',
  date,
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  version: 1,
  operationId: '',
  ...marks,
  blocks: classIds.map(
    (classId, at) =>
      ({
        id: `${date} ${at}`,
        title: `${classId}`,
        description: '',
        startTime: '08:00',
        endTime: '09:00',
        order: at,
        hasAlert: false,
        alertMessage: '',
        classId,
      }) satisfies TimeBlock,
  ),
})
const weeksWith = (...days: CalendarDay[]): PlannedWeek[] => savedWeeks(days).map((week) => plannedWeek(week, []))

const YEAR = { from: '2026-11-01', to: '2027-06-16' }
const november = weeksWith(
  aDay('2026-11-24', ['math']),
  aDay('2026-11-16', ['math', 'art', null]),
  aDay('2026-11-17', ['art', 'a class that was deleted']),
  aDay('2026-11-20', ['math'], { isBlocked: true, blockedText: 'Conferences' }),
  aDay('2026-12-09', [], { hasNote: true, noteText: 'Picture day' }),
  aDay('2026-12-21', ['math'], { isBlocked: true, blockedText: 'Winter break' }),
)

test('each week of the dates is printed once, in order, without those that have nothing to teach and no note', () => {
  const weeks = weeksOfRange(november, YEAR, aFilter())
  expect(weeks.map(({ monday }) => monday)).toEqual(['2026-11-16', '2026-11-23', '2026-12-07'])
  expect(countLessons(weeks)).toBe(6)
})

test('only days between the two dates are printed', () => {
  const weeks = weeksOfRange(november, { from: '2026-11-17', to: '2026-11-24' }, aFilter())
  expect(weeks.flatMap(({ days }) => days.map(({ date }) => date))).toEqual([
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-23',
    '2026-11-24',
  ])
})

test.each([
  [['math'], ['art', 'null', 'art', 'a class that was deleted']],
  [['art'], ['math', 'null', 'a class that was deleted', 'math']],
  [[NO_CLASS], ['math', 'art', 'art', 'math']],
  [['math', 'art', NO_CLASS], []],
])('without %j, the other lessons are printed, and a class that no longer exists counts as none', (without, titles) => {
  const shown = weeksOfRange(november, YEAR, aFilter(...without)).flatMap(({ days }) => days)
  expect(shown.flatMap(({ marks, lessons }) => (marks.isBlocked ? [] : lessons.map(({ block }) => block.title)))).toEqual(titles)
})

test('a single class is printed in order, with the days off between its lessons', () => {
  const filter = aFilter('art', NO_CLASS)
  expect(onlyClass(filter)).toMatchObject({ id: 'math' })
  const weeks = november.map((week) => ({ ...week, days: [...filteredDays(week.days, filter)] }))
  expect(classOfRange(weeks, YEAR).flatMap(({ lines }) => lines.map((line) => (line.kind === 'off' ? line.reason : line.date)))).toEqual([
    '2026-11-16',
    'Conferences',
    '2026-11-24',
  ])
})

test('several classes, and lessons without a class, are printed as weeks', () => {
  expect(onlyClass(aFilter())).toBeUndefined()
  expect(onlyClass(aFilter('math', 'art'))).toBeUndefined()
  expect(onlyClass(aFilter('math', 'art', NO_CLASS))).toBeUndefined()
})

test.each([
  [{ from: '2026-11-16', to: '2026-11-16' }, null],
  [{ from: '2026-11-16', to: '2027-12-20' }, null],
  [{ from: '2026-11-16', to: '2027-12-21' }, 'Choose up to 400 days.'],
  [{ from: '2026-11-17', to: '2026-11-16' }, 'The last day can’t be before the first day.'],
  [{ from: '', to: '2026-11-16' }, 'Choose the first and the last day.'],
])('%j: %s', (range, problem) => {
  expect(rangeProblem(range)).toBe(problem)
})

test('on a weekend, this week is the coming one, and the year ends with the timetable', () => {
  const of = (today: string, lastDays: string[]) => presetsOf(today, lastDays).map(({ range: { from, to } }) => `${from} ${to}`)
  expect(of('2026-11-18', ['2027-06-16', '2026-06-10'])).toEqual([
    '2026-11-16 2026-11-20',
    '2026-11-01 2026-11-30',
    '2026-11-18 2027-06-16',
  ])
  expect(of('2026-11-21', [])).toEqual(['2026-11-23 2026-11-27', '2026-11-01 2026-11-30', '2026-11-21 2027-07-31'])
  expect(of('2026-11-22', [])[0]).toBe('2026-11-23 2026-11-27')
})
