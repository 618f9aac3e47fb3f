import { expect, test } from 'vitest'
import { copyTarget, planCopy, spansAfter } from './copy-plan.ts'

const day = (date: string, count = 0) => ({ date, marks: { isBlocked: false }, lessons: Array.from({ length: count }) })

test('the rest of the week is Tuesday to Friday from a Monday, and empty from a Friday', () => {
  expect(spansAfter('2026-11-16').map(({ dates }) => dates)).toEqual([
    ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'],
  ])
  expect(spansAfter('2026-11-20')[0]?.dates).toEqual([])
})

test('days with lessons are listed with their number of lessons', () => {
  const { taken, problem, noRoom } = planCopy(6, [day('2026-11-17', 1), day('2026-11-18'), day('2026-11-19', 3)])
  expect(taken).toEqual(['Tuesday, November 17, 2026: 1 lesson', 'Thursday, November 19, 2026: 3 lessons'])
  expect([problem, noRoom]).toEqual([null, null])
})

test('a full day takes no additional copies, and one call is limited to 31 days', () => {
  expect(planCopy(6, [day('2026-11-17', 55)]).noRoom).toContain('Tuesday, November 17')
  expect(planCopy(6, [day('2026-11-17', 54)]).noRoom).toBeNull()
  expect(
    planCopy(
      6,
      Array.from({ length: 32 }, () => day('2026-11-17')),
    ).problem,
  ).toContain('31')
})

test("a colleague's lesson is copied to its own day, or to the next school day if that day is over", () => {
  expect(copyTarget('2026-11-20', '2026-11-18')).toBe('2026-11-20')
  expect(copyTarget('2026-11-16', '2026-11-18')).toBe('2026-11-18')
  expect(copyTarget('2026-11-20', '2026-11-21')).toBe('2026-11-23')
})
