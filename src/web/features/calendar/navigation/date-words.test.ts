import { expect, test } from 'vitest'
import { dayInWords } from './date-words.ts'

/** A Wednesday. */
const TODAY = '2026-11-18'

test.each([
  ['2027-02-03', '2027-02-03'],
  ['Nov 18', '2026-11-18'],
  ['november 3, 2025', '2025-11-03'],
  ['3 Feb', '2027-02-03'],
  ['Sept. 5', '2026-09-05'],
  ['11/20', '2026-11-20'],
  ['1/4/27', '2027-01-04'],
  [' tomorrow ', '2026-11-19'],
  ['Yesterday', '2026-11-17'],
  ['next week', '2026-11-25'],
  ['wed', '2026-11-18'],
  ['next Wednesday', '2026-11-25'],
  ['last wednesday', '2026-11-11'],
  ['fri', '2026-11-20'],
  ['last fri', '2026-11-13'],
  ['feb 30', null],
  ['13/1', null],
  ['theme', null],
  ['to', null],
  ['18', null],
  ['', null],
])('a teacher who types %j on November 18, 2026 means %s', (typed, day) => {
  expect(dayInWords(typed, TODAY)).toBe(day)
})
