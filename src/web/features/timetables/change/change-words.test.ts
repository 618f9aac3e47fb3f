import { describe, expect, test } from 'vitest'
import type { Timetable } from '#shared/timetables/contract.ts'
import type { GridClass } from '#web/features/timetables/model/grid.ts'
import { gridOn, planOfChange } from './change-plan.ts'
import { classFacts, panelWords, replacedFact } from './change-words.ts'

const aClass = (id: string, change: Partial<GridClass> = {}): GridClass => ({
  id,
  name: id,
  color: 0,
  room: '',
  staysOnItsDay: false,
  ...change,
})
const known = [aClass('Math'), aClass('Art'), aClass('Library', { staysOnItsDay: true })]
const titles = (...sent: GridClass[]) =>
  classFacts(sent, { known, from: '2026-12-07', hasLessons: (id) => id === 'Writing' }).map(({ title }) => title)

describe('the facts about classes', () => {
  test('name each class and what it gets', () => {
    expect(titles(aClass('Math', { name: 'Maths' }))).toEqual(['Math is now called Maths'])
    expect(titles(aClass('Math', { color: 3 }))).toEqual(['Math gets a new color'])
    expect(titles(aClass('Math', { room: 'Room 12', staysOnItsDay: true }))).toEqual(['The room of Math changes', 'Math stays on its day'])
    expect(titles(aClass('Library'))).toEqual(['Library can move to another day'])
  })

  test('put several classes into one sentence', () => {
    expect(titles(aClass('Math', { color: 3 }), aClass('Art', { color: 4 }))).toEqual(['Math and Art get a new color'])
  })

  test('name a new class only while it has no lessons, because new lessons are named anyway', () => {
    expect(titles(aClass('Chess'), aClass('Writing'))).toEqual(['Chess is added'])
  })
})

const version = (from: string, startTime: string) => ({
  from,
  rows: [{ startTime, endTime: '12:00' }],
  cells: [{ day: 1, row: 0, classId: 'Math' }],
  fixed: [],
})
const timetable: Timetable = {
  id: 'one',
  firstDay: '2026-11-16',
  lastDay: '2027-01-29',
  rhythm: { kind: 'weekly' },
  versions: [version('2026-11-16', '08:00'), version('2026-12-14', '08:10'), version('2027-01-04', '08:20')],
  numbers: {},
  setByHand: {},
  followsSchool: false,
  operationId: 'operation',
}
const replacedBy = (from: string, startTime: string) => {
  const grid = gridOn({ versions: [version(from, startTime)] }, from)
  const change = { from, lastDay: timetable.lastDay, grid }
  return replacedFact(timetable, planOfChange(timetable, change, { days: 5, outlined: [], known }), change)?.title
}

test('a change says which later changes it replaces', () => {
  expect(replacedBy('2026-12-07', '09:00')).toBe('Your changes of Dec 14 and Jan 4 are replaced')
  expect(replacedBy('2026-12-14', '09:00')).toBe('Your change of Jan 4 is replaced')
  expect(replacedBy('2027-01-04', '09:00')).toBeUndefined()
})

test('a change of classes only, with the same week, replaces no later change', () => {
  expect(replacedBy('2026-12-07', '08:00')).toBeUndefined()
})

test('the button says what it does', () => {
  const effect = { days: 0, classes: 0, isSameTimetable: true, isWaiting: false, dateProblem: null }
  const words = (change: Partial<typeof effect>) => {
    const { headline, about, label } = panelWords({ ...effect, ...change }, { from: '2026-12-07', lastDay: '2027-01-29' })
    return [headline, about, label]
  }
  expect(words({})).toEqual(['0 days', 'Nothing changes yet.', 'Change from Dec 7'])
  expect(words({ days: 9, classes: 1 })).toEqual(['9 days', 'change, from Dec 7 to Jan 29', 'Change from Dec 7'])
  expect(words({ classes: 1 })).toEqual(['1 class', 'changes. No lesson moves.', 'Change 1 class'])
  expect(words({ classes: 2 })).toEqual(['2 classes', 'change. No lesson moves.', 'Change 2 classes'])
  expect(words({ days: 9, isWaiting: true })).toEqual(['9 days', 'Checking your days…', 'Checking your days…'])
})
