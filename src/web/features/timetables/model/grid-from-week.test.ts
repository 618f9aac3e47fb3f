import { expect, test } from 'vitest'
import type { Grid, GridClass } from './grid.ts'
import { type WeekLesson, withWeek } from './grid-from-week.ts'

const math: GridClass = { id: 'math', name: 'Math', color: 0, room: '', staysOnItsDay: false }
const empty: Grid = { rows: [], fixed: [], classes: [] }
const lesson = (title: string, startTime: string, endTime: string, classId?: string): WeekLesson => ({ title, startTime, endTime, classId })
const counter = () => {
  let count = 0
  return () => `new-${++count}`
}

test('a week’s lessons become rows in order of time, with a class per title', () => {
  const week = [
    [lesson('Art', '09:00', '09:45'), lesson('Math', '08:00', '08:45')],
    [lesson('math', '08:00', '08:45'), lesson('Old name', '09:00', '09:45', 'math')],
    [lesson('Library', '09:15', '09:45'), lesson('Art', '08:00', '08:45', 'gone')],
  ]
  const grid = withWeek(empty, [math], week, counter())
  expect(grid.rows.map(({ startTime, endTime, cells }) => [startTime, endTime, ...cells.slice(0, 3)])).toEqual([
    ['08:00', '08:45', 'math', 'math', 'new-1'],
    ['09:00', '09:45', 'new-1', 'math', null],
    ['09:15', '09:45', null, null, 'new-2'],
  ])
  expect(grid.classes.map(({ name }) => name)).toEqual(['Art', 'Library'])
})

test('two lessons at the same time get a row each', () => {
  const week = [[lesson('Math', '08:00', '08:45'), lesson('Art', '08:00', '08:45')], [lesson('Math', '08:00', '08:45')]]
  const grid = withWeek(empty, [math], week, counter())
  expect(grid.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
    ['math', 'math'],
    ['new-1', null],
  ])
})

test('a week with more times than rows keeps the most frequent ones', () => {
  const many = Array.from({ length: 30 }, (_, minute) => lesson('Math', `10:${minute + 10}`, '11:45'))
  const grid = withWeek(empty, [math], [[...many, lesson('Math', '12:00', '12:45')], [lesson('Math', '12:00', '12:45')]], counter())
  expect(grid.rows).toHaveLength(24)
  expect(grid.rows.at(-1)?.startTime).toBe('12:00')
})
