import { expect, test } from 'vitest'
import { addDays, isSchoolDay } from '#shared/dates.ts'
import { markRows } from './mark-rows.ts'

const off = (date: string, blockedText = 'Winter Break') => ({
  date,
  isBlocked: true,
  blockedText,
  hasNote: false,
  noteText: null,
  version: 1,
  hasAlert: false,
})
const days = (from: string, count: number) => Array.from({ length: count }, (_, offset) => addDays(from, offset))
const spans = (marks: ReturnType<typeof off>[]) => markRows(marks, 'block-out').map(({ from, to, dates }) => [from, to, dates.length])

test('a break of ten school days is one row, whether or not its weekend is blocked', () => {
  const whole = days('2026-12-21', 12)
  expect(spans(whole.map((date) => off(date)))).toEqual([['2026-12-21', '2027-01-01', 12]])
  expect(spans(whole.filter(isSchoolDay).map((date) => off(date)))).toEqual([['2026-12-21', '2027-01-01', 10]])
})

test('a different text, an unmarked day, or a weekend with its own text splits a break', () => {
  expect(spans([off('2026-12-21'), off('2026-12-22', 'Holiday'), off('2026-12-23')])).toHaveLength(3)
  expect(spans([off('2026-12-21'), off('2026-12-23')])).toHaveLength(2)
  expect(spans([off('2026-12-18'), off('2026-12-19', 'Fair'), off('2026-12-21')])).toHaveLength(3)
})

test("a row doesn't exceed what one call may change, and notes have separate rows", () => {
  expect(spans(days('2026-01-01', 400).map((date) => off(date)))).toEqual([
    ['2026-01-01', '2027-01-01', 366],
    ['2027-01-02', '2027-02-04', 34],
  ])
  expect(markRows([off('2026-12-21')], 'note')).toEqual([])
})
