import { expect, test } from 'vitest'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { Closure } from '#shared/moves/contract.ts'
import { areClosuresChanged } from './known-closures.ts'

const [WED, THU, FRI] = ['2026-11-18', '2026-11-19', '2026-11-20']
const move = { classId: null, title: 'Math', words: '' }
const closure: Closure = {
  id: 'closure',
  dates: [WED],
  moves: [
    { ...move, blockId: 'fractions', from: { date: WED, startTime: '09:00' }, to: { date: THU, startTime: '09:00' } },
    { ...move, blockId: 'decimals', from: { date: THU, startTime: '09:00' }, to: null },
  ],
}
type Lessons = Record<string, string>
/** A day with lessons, each with its time. */
const day = (lessons: Lessons, isBlocked = false) =>
  ({ isBlocked, blocks: Object.entries(lessons).map(([id, startTime]) => ({ id, startTime })) }) as CalendarDay
const isChanged = (date: string, before: CalendarDay | null | undefined, after: CalendarDay | null) =>
  areClosuresChanged([closure], new Map([[date, { before, after }]]))

test('writing on a day, also in a plan that moved there, leaves a closure as it is', () => {
  expect(isChanged(FRI, null, day({ art: '10:00' }))).toBe(false)
  expect(isChanged(FRI, undefined, day({ art: '10:00' }))).toBe(false)
  expect(isChanged(THU, day({ fractions: '09:00' }), day({ fractions: '09:00', art: '10:00' }))).toBe(false)
  expect(isChanged(WED, day({ art: '10:00' }, true), day({}, true))).toBe(false)
})

test('a plan of a closure that comes, goes, or gets another time changes it', () => {
  expect(isChanged(THU, day({ fractions: '09:00' }), day({}))).toBe(true)
  expect(isChanged(THU, day({ fractions: '09:00' }), null)).toBe(true)
  expect(isChanged(THU, day({ fractions: '09:00' }), day({ fractions: '11:00' }))).toBe(true)
  expect(isChanged(FRI, null, day({ fractions: '09:00' }))).toBe(true)
  expect(isChanged(FRI, null, day({ decimals: '09:00' }))).toBe(true)
})

test('a day that closes or opens changes closures, and so may one of their days that was never loaded', () => {
  expect(isChanged(WED, day({}, true), day({}))).toBe(true)
  expect(isChanged(WED, day({}, true), null)).toBe(true)
  expect(isChanged(FRI, null, day({}, true))).toBe(true)
  expect(isChanged(WED, undefined, null)).toBe(true)
  expect(isChanged(WED, undefined, day({}, true))).toBe(false)
})
