import { expect, test } from 'vitest'
import { withBellTimes } from './bell-times.ts'
import { emptyRow, type Grid, withCell } from './grid.ts'

const row = (startTime: string, endTime: string) => ({ startTime, endTime })
const gridOf = (...rows: { startTime: string; endTime: string }[]): Grid => ({ rows: rows.map(emptyRow), fixed: [], classes: [] })
const timesOf = ({ rows }: Grid) => rows.map(({ startTime, endTime }) => `${startTime} ${endTime}`)
const REGULAR = [row('08:10', '08:55'), row('09:00', '09:45')]

test('the school’s bell times become the rows, and classes stay in theirs', () => {
  const grid = withCell(gridOf(row('08:00', '08:45')), 0, 1, 'math')
  const after = withBellTimes(grid, REGULAR)
  expect(timesOf(after)).toEqual(['08:10 08:55', '09:00 09:45'])
  expect(after.rows[0]?.cells[1]).toBe('math')
})

test('of the rows that are left over, those with a class stay', () => {
  const grid = withCell(gridOf(row('08:00', '08:45'), row('09:00', '09:45'), row('10:00', '10:45'), row('11:00', '11:45')), 3, 0, 'art')
  expect(timesOf(withBellTimes(grid, REGULAR))).toEqual(['08:10 08:55', '09:00 09:45', '11:00 11:45'])
})
