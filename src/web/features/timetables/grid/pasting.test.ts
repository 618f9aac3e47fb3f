import { expect, test } from 'vitest'
import { emptyRow, type Grid, type GridClass } from '#web/features/timetables/model/grid.ts'
import { bellTimesIn, isWeek, withPastedCells } from './pasting.ts'
import { shiftedTimes, timesAfter, timesFrom } from './typed-times.ts'

const math: GridClass = { id: 'math', name: 'Math', color: 0, room: '', staysOnItsDay: false }
const grid: Grid = { rows: [emptyRow({ startTime: '08:00', endTime: '08:50' })], fixed: [], classes: [] }

test('pasted cells land where the teacher is, add rows, and stay within the days', () => {
  const cells = [
    ['Math', 'Lunch', 'Art'],
    ['Art', 'Math', 'Math'],
  ]
  const { rows, classes } = withPastedCells(grid, [math], cells, { row: 0, column: 3, days: 5 }, () => 'new')
  expect(rows.map(({ cells: all }) => all.slice(2, 7))).toEqual([
    [null, 'math', null, null, null],
    [null, 'new', 'math', null, null],
  ])
  expect(classes.map(({ name }) => name)).toEqual(['Art'])
})

test('cells pasted from the time column on set the times too', () => {
  const { rows } = withPastedCells(
    grid,
    [math],
    [['8:10-8:50', 'Math'], ['9', 'Math'], ['noon']],
    { row: 0, column: -1, days: 5 },
    () => 'new',
  )
  expect(rows.map(({ startTime, endTime, cells }) => [startTime, endTime, cells[0]])).toEqual([
    ['08:10', '08:50', 'math'],
    ['09:00', '09:45', 'math'],
    ['', '', null],
  ])
})

test('no more rows are added than a timetable can have', () => {
  const cells = Array.from({ length: 40 }, () => ['Math'])
  expect(withPastedCells(grid, [math], cells, { row: 0, column: 0, days: 5 }, () => 'new').rows).toHaveLength(24)
})

test('cells with days in their headings are a week', () => {
  expect(
    isWeek([
      ['', 'Mon', 'Tue'],
      ['8:00', 'Math', 'Art'],
    ]),
  ).toBe(true)
  expect(
    isWeek([
      ['', '8:00', '9:00'],
      ['Mon', 'Math', 'Art'],
      ['Tue', 'Math', 'Art'],
    ]),
  ).toBe(true)
  expect(
    isWeek([
      ['Math', 'Art'],
      ['Art', 'Math'],
    ]),
  ).toBe(false)
})

test('typed times without an end keep the length of the row', () => {
  expect(timesFrom('9', grid.rows, 0)).toEqual({ startTime: '09:00', endTime: '09:50' })
  expect(timesFrom('9-9:30', grid.rows, 0)).toEqual({ startTime: '09:00', endTime: '09:30' })
  expect(timesFrom('soon', grid.rows, 0)).toBeNull()
})

test('a new row follows the last one', () => {
  expect(timesAfter(grid.rows)).toEqual({ startTime: '08:50', endTime: '09:40' })
  expect(timesAfter([])).toEqual({ startTime: '08:00', endTime: '08:45' })
  expect(timesAfter([{ startTime: '23:30', endTime: '23:59' }])).toEqual({ startTime: '', endTime: '' })
})

test('all times move together, but not over midnight', () => {
  const rows = [
    { startTime: '08:00', endTime: '08:50' },
    { startTime: '', endTime: '' },
  ]
  expect(shiftedTimes(rows, 10)).toEqual([
    { startTime: '08:10', endTime: '09:00' },
    { startTime: '', endTime: '' },
  ])
  expect(shiftedTimes([{ startTime: '00:03', endTime: '00:30' }], -5)).toBeNull()
})

test('bell times come from the lines that have some', () => {
  expect(
    bellTimesIn([
      ['Period', 'Time'],
      ['1', '8:10-8:50'],
      ['2', '8:55'],
      ['Lunch', ''],
      ['3', '1:00', '1:45'],
    ]),
  ).toEqual([
    { startTime: '08:10', endTime: '08:50' },
    { startTime: '08:55', endTime: '13:00' },
    { startTime: '13:00', endTime: '13:45' },
  ])
})
