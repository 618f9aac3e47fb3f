import { expect, test } from 'vitest'
import { datesOfSpan, repeatProblem, type Span } from './marks.ts'

const span = (given: Partial<Span>): Span => ({ from: '2026-11-19', to: '2026-11-19', everyWeeks: 0, until: '', ...given })

test('a note that doesn’t repeat is on the teacher’s days only', () => {
  expect(datesOfSpan(span({}))).toEqual(['2026-11-19'])
  expect(datesOfSpan(span({ to: '2026-11-21' }))).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
})

test('a note repeats on the same weekday every week or every 2 weeks, through the last date', () => {
  expect(datesOfSpan(span({ everyWeeks: 1, until: '2026-12-03' }))).toEqual(['2026-11-19', '2026-11-26', '2026-12-03'])
  expect(datesOfSpan(span({ everyWeeks: 2, until: '2026-12-16' }))).toEqual(['2026-11-19', '2026-12-03'])
})

test('a note for several days over a weekend repeats all of them', () => {
  expect(datesOfSpan(span({ from: '2026-11-20', to: '2026-11-23', everyWeeks: 2, until: '2026-12-06' }))).toEqual(
    ['20', '21', '22', '23'].map((day) => `2026-11-${day}`).concat(['2026-12-04', '2026-12-05', '2026-12-06']),
  )
})

test('a repeat that ends too early or too late, or without an end, marks no days and says why', () => {
  const problems = [
    ['2026-11-18', 'Choose Nov 19 or later'],
    ['', 'Choose Nov 19 or later'],
    ['2027-11-20', 'A range can be up to 366 days'],
  ] as const
  for (const [until, problem] of problems) {
    expect(datesOfSpan(span({ everyWeeks: 1, until }))).toEqual([])
    expect(repeatProblem(span({ everyWeeks: 1, until }))).toBe(problem)
  }
  expect(datesOfSpan(span({ everyWeeks: 1, until: '2027-11-19' }))).toHaveLength(53)
})
