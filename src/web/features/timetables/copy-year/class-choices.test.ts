import { expect, test } from 'vitest'
import { readYears } from '#shared/moves/years/rules.ts'
import { bestWays, choicesFor, copiesOf, problemWith } from './class-choices.ts'

const CLASSES = [
  { id: 'math', name: 'Math' },
  { id: 'old', name: 'Reading.' },
  { id: 'new', name: 'reading' },
  { id: 'health', name: 'Health' },
]
const lesson = (classId: string, words = 'A') => ({
  ...{ id: classId, title: classId, startTime: '09:00', endTime: '09:45', order: 0, classId, hasText: words !== '', words },
})
const day = (date: string, ...blocks: ReturnType<typeof lesson>[]) => ({ date, isBlocked: false, blockedText: null, blocks })
/** Math is on Monday last year, and on Tuesday this year. */
const years = {
  last: { firstDay: '2025-12-01', lastDay: '2025-12-02', days: [day('2025-12-01', lesson('math'), lesson('old'), lesson('health'))] },
  now: {
    firstDay: '2026-11-30',
    lastDay: '2026-12-01',
    days: [day('2026-11-30', { ...lesson('new', ''), title: 'reading' }), day('2026-12-01', { ...lesson('math', ''), title: 'Math' })],
  },
  from: '2026-11-30',
  classes: CLASSES,
}

const bestWay = bestWays(readYears(years))

test('a class goes to itself or to the class of the same name, the way that finds the most lessons, or is left out', () => {
  const choices = choicesFor(years, CLASSES, { chosen: {}, by: 'best', bestWay })
  expect(choices).toEqual([
    { id: 'math', toClassId: 'math', isIn: true, by: 'week' },
    { id: 'old', toClassId: 'new', isIn: true, by: 'schoolDay' },
    { id: 'health', toClassId: '', isIn: false, by: 'schoolDay' },
  ])
  expect(copiesOf(choices).map(({ classId }) => classId)).toEqual(['math', 'old'])
})

test('what the teacher chose wins', () => {
  const chosen = { math: { isIn: false }, old: { by: 'week' as const }, health: { toClassId: 'math' } }
  expect(choicesFor(years, CLASSES, { chosen, by: 'date', bestWay })).toEqual([
    { id: 'math', toClassId: 'math', isIn: false, by: 'date' },
    { id: 'old', toClassId: 'new', isIn: true, by: 'week' },
    { id: 'health', toClassId: 'math', isIn: true, by: 'date' },
  ])
})

test('says in a sentence why nothing can be copied', () => {
  const choices = choicesFor(years, CLASSES, { chosen: { health: { toClassId: 'math' } }, by: 'best', bestWay })
  expect(problemWith(choices, 3, CLASSES)).toBe('Two classes go to Math. Leave one out, or choose another class for it.')
  expect(problemWith([], 0, CLASSES)).toBe('Choose at least one class.')
  expect(problemWith(choices.slice(0, 2), 0, CLASSES)).toMatch(/^There’s nothing to copy/)
  expect(problemWith(choices.slice(0, 2), 2, CLASSES)).toBeNull()
})
