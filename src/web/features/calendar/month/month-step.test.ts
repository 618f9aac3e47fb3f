import { expect, test } from 'vitest'
import { monthStep } from './month-step.ts'

test.each([
  ['ArrowLeft', '2026-11-30'],
  ['ArrowRight', '2026-12-02'],
  ['ArrowUp', '2026-11-24'],
  ['ArrowDown', '2026-12-08'],
  ['Home', '2026-11-29'],
  ['End', '2026-12-05'],
  ['PageUp', '2026-11-01'],
  ['PageDown', '2027-01-01'],
  ['a', undefined],
])('%s moves from Tuesday, December 1 to %s', (key, expected) => {
  expect(monthStep('2026-12-01', key, 'sunday')).toBe(expected)
})

test("Home and End use the teacher's first day of the week", () => {
  expect(monthStep('2026-11-29', 'Home', 'monday')).toBe('2026-11-23')
  expect(monthStep('2026-11-29', 'End', 'monday')).toBe('2026-11-29')
})
