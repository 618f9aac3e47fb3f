import { describe, expect, test } from 'vitest'
import type { Timetable } from '#shared/timetables/contract.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { type GridClass, withCell, withTimes } from '#web/features/timetables/model/grid.ts'
import { addedInWords, afterBreak, changesIn, commonShift, endingClasses, gridOn, planOfChange } from './change-plan.ts'

const aClass = (id: string, name: string): GridClass => ({ id, name, color: 0, room: '', staysOnItsDay: false })
const known = [aClass('math', 'Math'), aClass('library', 'Library'), aClass('art', 'Art')]
const timetable: Timetable = {
  id: 'one',
  firstDay: '2026-11-16',
  lastDay: '2026-12-04',
  rhythm: { kind: 'weekly' },
  versions: [
    {
      from: '2026-11-16',
      rows: [
        { startTime: '08:00', endTime: '08:45' },
        { startTime: '09:00', endTime: '09:45' },
      ],
      cells: [1, 2, 3, 4, 5].map((day) => ({ day, row: 0, classId: 'math' })).concat({ day: 3, row: 1, classId: 'library' }),
      fixed: [],
    },
  ],
  numbers: {},
  setByHand: {},
  followsSchool: false,
  operationId: 'operation',
}
const lesson = (classId: string, startTime: string, hasText = false) => ({
  id: `${classId} ${startTime}`,
  title: classId,
  startTime,
  endTime: startTime.replace(':00', ':45'),
  order: 0,
  classId,
  hasText,
})
const wednesday: OutlinedDay = {
  date: '2026-12-02',
  isBlocked: false,
  blockedText: null,
  blocks: [lesson('math', '08:00'), lesson('library', '09:00', true)],
}
const before = gridOn(timetable, '2026-11-30')
const plan = (grid: typeof before) =>
  planOfChange(timetable, { from: '2026-11-30', lastDay: '2026-12-04', grid }, { days: 5, outlined: [wednesday], known })

describe('a change from a date on', () => {
  test('moves lessons to new bell times', () => {
    const later = withTimes(before, 0, { startTime: '08:10', endTime: '08:55' })
    expect(plan(later)).toMatchObject({ moved: 1, ended: 0, unplaced: [], schoolDays: 5 })
    expect(changesIn(before, later, 5)).toEqual({ times: 1, classes: 0 })
    expect(commonShift(before, later)).toBe(10)
    expect(commonShift(before, withTimes(later, 1, { startTime: '09:05', endTime: '09:45' }))).toBeNull()
  })

  test('names texts without a lesson, and the class that ends', () => {
    const without = withCell(before, 1, 2, 'art')
    const result = plan(without)
    expect(result.unplaced.map(({ date, block }) => [date, block.title])).toEqual([['2026-12-02', 'library']])
    expect(addedInWords(result, known)).toBe('1 to Art')
    expect(changesIn(before, without, 5)).toEqual({ times: 0, classes: 1 })
    expect([...endingClasses(before, without, 5, '2026-11-30')]).toEqual([['library', 'ends Nov 27']])
  })

  test('that changes nothing changes no day', () => {
    expect(plan(before).days).toEqual([])
    expect(changesIn(before, before, 5)).toEqual({ times: 0, classes: 0 })
  })
})

test('the day after the next break is offered, but not after a single day off', () => {
  const off = (date: string, blockedText: string): OutlinedDay => ({ date, isBlocked: true, blockedText, blocks: [] })
  const outlined = [off('2026-11-20', 'Conferences'), ...['25', '26', '27'].map((day) => off(`2026-11-${day}`, 'Thanksgiving'))]
  expect(afterBreak(outlined, '2026-11-18', '2026-12-04')).toEqual({ date: '2026-11-30', reason: 'Thanksgiving' })
  expect(afterBreak(outlined.slice(0, 1), '2026-11-18', '2026-12-04')).toBeNull()
})
