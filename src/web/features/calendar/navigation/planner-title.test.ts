import { expect, test } from 'vitest'
import { plannedWeek, savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { plannerAnnouncement, plannerTitle } from './planner-title.ts'

const MONDAY = '2026-11-23'
const week = { view: 'week', date: '2026-11-27', calendar: '' } as const
const day = { ...week, view: 'day' } as const

test('the title of the page names its week or day', () => {
  expect(plannerTitle(week)).toBe('Week of Nov 23')
  expect(plannerTitle(day)).toBe('Friday, Nov 27')
})

test('a week is announced with its lessons and days off, a day with its lessons', () => {
  const empty = plannedWeek(savedWeek(MONDAY, []), [])
  expect(plannerAnnouncement(week, empty)).toBe('Week of November 23, 2026: 0 lessons')
  const [first, ...others] = empty.days
  if (!first) throw new Error('A week has five days')
  const off = {
    ...empty,
    days: [{ ...first, marks: { ...first.marks, isBlocked: true } }, ...others],
    totals: { ...empty.totals, lessons: 1 },
  }
  expect(plannerAnnouncement(week, off)).toBe('Week of November 23, 2026: 1 lesson, 1 day off')
  expect(plannerAnnouncement({ ...day, date: MONDAY }, off)).toBe('Monday, November 23, 2026: day off')
  expect(plannerAnnouncement(day, off)).toBe('Friday, November 27, 2026: 0 lessons')
})
