import { describe, expect, test } from 'vitest'
import { timeOf } from '#shared/dates.ts'
import {
  classesIn,
  emptyRow,
  type Grid,
  type GridClass,
  gridOf,
  laidRows,
  listedClasses,
  typedCell,
  withClass,
  withFullRow,
  withKnownClasses,
  withoutClass,
  withRow,
} from './grid.ts'
import { problemWithClasses, problemWithGrid } from './grid-problems.ts'

const math: GridClass = { id: 'math', name: 'Math', color: 0, room: 'Room 12', staysOnItsDay: false }
const pe: GridClass = { id: 'pe', name: 'P.E.', color: 1, room: 'Gym', staysOnItsDay: false }
const known = [math, pe]

const counter = () => {
  let count = 0
  return () => `new-${++count}`
}
const grid = (rows = 1): Grid => ({
  rows: Array.from({ length: rows }, (_, row) => emptyRow({ startTime: timeOf(480 + row * 60), endTime: timeOf(525 + row * 60) })),
  fixed: [],
  classes: [],
})
const type = (before: Grid, row: number, column: number, typed: string, newId = counter()) =>
  typedCell(before, known, { row, column, typed, newId })

describe('typing a class into a cell', () => {
  test('takes the class that the name is known for, however it is written', () => {
    expect(type(grid(), 0, 2, ' math ').rows[0]?.cells[2]).toBe('math')
    expect(type(grid(), 0, 2, 'PE').rows[0]?.cells[2]).toBe('pe')
    expect(type(grid(), 0, 2, 'PE').classes).toEqual([])
  })

  test('makes a new class with a color that no other class has', () => {
    const newId = counter()
    const once = type(grid(2), 0, 0, 'Art  Studio', newId)
    const twice = type(once, 1, 0, 'art studio', newId)
    expect(twice.classes).toEqual([{ id: 'new-1', name: 'Art Studio', color: 2, room: '', staysOnItsDay: false }])
    expect(twice.rows.map(({ cells }) => cells[0])).toEqual(['new-1', 'new-1'])
  })

  test('with nothing in it, empties the cell', () => {
    const emptied = type(type(grid(), 0, 0, 'Music'), 0, 0, '  ')
    expect(emptied.rows[0]?.cells[0]).toBeNull()
    expect(listedClasses(emptied, known, 5).map(({ name }) => name)).toEqual(['Math', 'P.E.'])
  })

  test('gives the color of a class that was deleted again to the next one', () => {
    const newId = counter()
    const emptied = type(type(grid(), 0, 0, 'Music', newId), 0, 0, '', newId)
    expect(type(emptied, 0, 0, 'Art', newId).classes.at(-1)).toMatchObject({ name: 'Art', color: 2 })
  })
})

test('a class can fill the rest of its row, and leaves other classes alone', () => {
  const typed = type(type(grid(), 0, 0, 'Math'), 0, 3, 'PE')
  expect(withFullRow(typed, 0, 0, 6).rows[0]?.cells).toEqual(['math', 'math', 'math', 'pe', 'math', 'math', null, null, null, null])
  expect(withFullRow(grid(), 0, 0, 6)).toEqual(grid())
})

test('a grid has at most 24 rows', () => {
  expect(withRow(grid(24)).rows).toHaveLength(24)
  expect(withRow(grid(23)).rows).toHaveLength(24)
})

test('a renamed class keeps its lessons, and a removed one leaves its cells empty', () => {
  const typed = type(grid(), 0, 0, 'Math')
  const renamed = withClass(typed, { ...math, name: 'Algebra' })
  expect(classesIn(renamed, known).map(({ name }) => name)).toEqual(['Algebra', 'P.E.'])
  expect(withoutClass(renamed, 'math').rows[0]?.cells[0]).toBeNull()
})

test('a draft loses the lessons of a class that was deleted meanwhile', () => {
  const typed = {
    ...type(type(grid(), 0, 0, 'Math'), 0, 1, 'Art'),
    fixed: [{ weekday: 3, startTime: '09:00', endTime: '09:45', classId: 'math' }],
  }
  expect(withKnownClasses(typed, known)).toBe(typed)
  const left = withKnownClasses(typed, [pe])
  expect([left.rows[0]?.cells.slice(0, 2), left.fixed]).toEqual([[null, 'new-1'], []])
})

test('only rows with times and classes are sent, and only on the days of the rhythm', () => {
  const typed = type(type(grid(3), 2, 0, 'Math'), 2, 6, 'Math')
  const sent = laidRows(typed, 5)
  expect(sent).toEqual({ rows: [{ startTime: '10:00', endTime: '10:45' }], cells: [{ day: 1, row: 0, classId: 'math' }] })
  expect(laidRows(gridOf({ ...sent, fixed: [] }), 5)).toEqual(sent)
})

test('a grid says what is missing before it can become lessons', () => {
  expect(problemWithGrid(grid(), 5)).toBe('Type a class into the grid.')
  const untimed = type({ ...grid(), rows: [emptyRow()] }, 0, 0, 'Math')
  expect(problemWithGrid(untimed, 5)).toBe('Type the times of row 1.')
  const reversed = type({ ...grid(), rows: [emptyRow({ startTime: '09:00', endTime: '08:00' })] }, 0, 0, 'Math')
  expect(problemWithGrid(reversed, 5)).toBe('Row 1 ends before it starts.')
  expect(problemWithGrid(type(grid(), 0, 0, 'Math'), 5)).toBeNull()
})

test('classes need names of their own', () => {
  expect(problemWithClasses(known, 40)).toBeNull()
  expect(problemWithClasses([...known, { name: ' ' }], 40)).toBe('Give each class a name.')
  expect(problemWithClasses([...known, { name: 'pe' }], 40)).toBe('Two classes have the name pe.')
  expect(problemWithClasses(known, 1)).toBe('A calendar can have up to 1 classes.')
})
