import { expect, test } from 'vitest'
import { likelyYear } from '#shared/timetables/rules.ts'
import { dayHeading, fillChoices, fillsFrom, newTimetableDraft, problemWithYear, yearInWords } from './timetable-draft.ts'

test('the year is the rest of this one, or the coming one in summer', () => {
  expect(likelyYear('2026-11-18')).toEqual({ firstDay: '2026-11-16', lastDay: '2027-06-15' })
  expect(likelyYear('2026-11-21')).toEqual({ firstDay: '2026-11-23', lastDay: '2027-06-15' })
  expect(likelyYear('2027-03-01')).toEqual({ firstDay: '2027-03-01', lastDay: '2027-06-15' })
  expect(likelyYear('2026-07-04')).toEqual({ firstDay: '2026-08-25', lastDay: '2027-06-15' })
  expect(likelyYear('2026-08-29')).toEqual({ firstDay: '2026-08-31', lastDay: '2027-06-15' })
})

test('filling starts tomorrow unless the teacher chooses another day or the year starts later', () => {
  const draft = newTimetableDraft('2026-11-18')
  expect(fillsFrom(draft, '2026-11-18')).toBe('2026-11-19')
  expect(fillsFrom(draft, '2026-11-20')).toBe('2026-11-23')
  expect(fillsFrom({ ...draft, from: '2026-11-18' }, '2026-11-18')).toBe('2026-11-18')
  expect(fillsFrom({ ...draft, firstDay: '2027-01-04' }, '2026-11-18')).toBe('2027-01-04')
})

test('the choices for the first day to fill are all in the year, and each is there once', () => {
  const labels = (firstDay: string, today: string) => fillChoices({ firstDay }, today).map(({ label }) => label)
  expect(labels('2026-08-26', '2026-11-18')).toEqual(['Tomorrow', 'Today', 'Next Monday', 'The first day'])
  expect(labels('2026-08-26', '2026-11-20')).toEqual(['The next school day', 'Today', 'The first day'])
  expect(labels('2026-11-18', '2026-11-18')).toEqual(['Tomorrow', 'Today', 'Next Monday'])
  expect(labels('2027-01-04', '2026-11-18')).toEqual(['The first day'])
})

test('years and days have the names that teachers use', () => {
  expect(yearInWords({ firstDay: '2026-08-26', lastDay: '2027-06-16' })).toBe('2026 – 27')
  expect(yearInWords({ firstDay: '2027-01-04', lastDay: '2027-06-16' })).toBe('2027')
  expect([dayHeading('weekly', 3), dayHeading('ab', 2), dayHeading('ab', 10), dayHeading('cycle', 6)]).toEqual([
    'Wed',
    'Tue A',
    'Fri B',
    'Day 6',
  ])
})

test('a year that ends before it starts, or is too long, is refused in one sentence', () => {
  expect(problemWithYear({ firstDay: '2026-08-26', lastDay: '2027-06-16' }, 400)).toBeNull()
  expect(problemWithYear({ firstDay: '2026-08-26', lastDay: '2026-08-25' }, 400)).toBe('The last day can’t be before the first day.')
  expect(problemWithYear({ firstDay: '2026-08-26', lastDay: '2028-06-16' }, 400)).toBe('A timetable can have up to 400 days.')
  expect(problemWithYear({ firstDay: '', lastDay: '2026-08-25' }, 400)).toBe('Choose the first day.')
})
