/**
 * The grid of a timetable, as a teacher types it. Rows are times, and columns are the days of the rhythm.
 *
 * 1. A cell holds the ID of a class: one of the calendar's, or one to come, which the grid has in `classes` under an ID from the client.
 * 2. Each row has a cell for each of ten days, whatever the rhythm, so that trying another rhythm loses nothing.
 * 3. All functions return a new grid, which makes undo a list of grids.
 */
import { classNamed, freeColor } from '#shared/classes/rules.ts'
import { MAX } from '#shared/limits.ts'

/** A class, as the calendar has it or as the teacher changes it here. */
export type GridClass = {
  id: string
  name: string
  color: number
  room: string
  staysOnItsDay: boolean
  /** True if the teacher added the class by itself. Others that are to come exist only while a cell has them. */
  isAdded?: boolean
}
/** Times are empty until the teacher types them. */
export type GridRow = {
  startTime: string
  endTime: string
  cells: readonly (string | null)[]
  /** The row's place in the timetable before a change, if it was there. */
  was?: number
}
export type FixedRow = { weekday: number; startTime: string; endTime: string; classId: string }
export type Grid = {
  rows: readonly GridRow[]
  fixed: readonly FixedRow[]
  /** Classes to come, and changes of the calendar's classes. */
  classes: readonly GridClass[]
}
export type Times = { startTime: string; endTime: string }
/** Creates the ID of a class to come. */
export type NewId = () => string

const NO_CELLS: GridRow['cells'] = Array.from({ length: MAX.cycleDays }, () => null)

export const emptyRow = (times: Times = { startTime: '', endTime: '' }): GridRow => ({ ...times, cells: NO_CELLS })

/** Returns all classes that a cell can have: the calendar's, as changed here, and those to come. */
export const classesIn = ({ classes }: Pick<Grid, 'classes'>, known: readonly GridClass[]): GridClass[] => {
  const changed = new Map(classes.map((one) => [one.id, one]))
  const ids = new Set(known.map(({ id }) => id))
  return [...known.map((one) => changed.get(one.id) ?? one), ...classes.filter(({ id }) => !ids.has(id))]
}

/** Returns the IDs of the classes that the grid has on the rhythm's days, and on fixed weekdays. */
export const usedIn = ({ rows, fixed }: Pick<Grid, 'rows' | 'fixed'>, days: number): Set<string> => {
  const cells = rows.flatMap(({ cells }) => cells.slice(0, days))
  return new Set([...cells.filter((id) => id !== null), ...fixed.map(({ classId }) => classId)])
}

/** Returns how many lessons of each class the rhythm's days have. */
export const lessonsPerClass = ({ rows }: Pick<Grid, 'rows'>, days: number): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { cells } of rows) for (const id of cells.slice(0, days)) if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Returns the classes to show below the grid: the calendar's, those in a cell, and those that the teacher added. */
export const listedClasses = (grid: Grid, known: readonly GridClass[], days: number): GridClass[] => {
  const used = usedIn(grid, days)
  const ids = new Set(known.map(({ id }) => id))
  return classesIn(grid, known).filter(({ id, isAdded }) => ids.has(id) || used.has(id) || isAdded)
}

/** Returns the grid with a class of this name, and the class's ID: a known class, or a new one with a free color. */
export const withClassNamed = (grid: Grid, known: readonly GridClass[], name: string, newId: NewId): { grid: Grid; classId: string } => {
  const all = classesIn(grid, known)
  const there = classNamed(name, all)
  if (there) return { grid, classId: there.id }
  const used = usedIn(grid, MAX.cycleDays)
  const ids = new Set(known.map(({ id }) => id))
  // Classes that were typed and deleted again keep no color.
  const visible = all.filter(({ id, isAdded }) => ids.has(id) || used.has(id) || isAdded)
  const added = { id: newId(), name: name.trim().replace(/\s+/g, ' '), color: freeColor(visible), room: '', staysOnItsDay: false }
  return { grid: { ...grid, classes: [...grid.classes, added] }, classId: added.id }
}

const at = <T>(list: readonly T[], index: number, change: (item: T) => T): T[] =>
  list.map((item, place) => (place === index ? change(item) : item))

/** Returns the grid with a class in a cell, or with an empty cell. `column` counts from 0. */
export const withCell = (grid: Grid, row: number, column: number, classId: string | null): Grid => ({
  ...grid,
  rows: at(grid.rows, row, (one) => ({ ...one, cells: at(one.cells, column, () => classId) })),
})

/** Returns the grid with what the teacher typed into a cell. Nothing empties the cell. */
export const typedCell = (
  grid: Grid,
  known: readonly GridClass[],
  { row, column, typed, newId }: { row: number; column: number; typed: string; newId: NewId },
): Grid => {
  if (typed.trim() === '') return withCell(grid, row, column, null)
  const { grid: named, classId } = withClassNamed(grid, known, typed.slice(0, MAX.className), newId)
  return withCell(named, row, column, classId)
}

export const withTimes = (grid: Grid, row: number, times: Times): Grid => ({
  ...grid,
  rows: at(grid.rows, row, (one) => ({ ...one, ...times })),
})

/** Returns the grid with a row's class on all days of the row that have none. */
export const withFullRow = (grid: Grid, row: number, column: number, days: number): Grid => {
  const classId = grid.rows[row]?.cells[column]
  if (!classId) return grid
  const fill = (cells: GridRow['cells']) => cells.map((id, day) => (day < days ? (id ?? classId) : id))
  return { ...grid, rows: at(grid.rows, row, (one) => ({ ...one, cells: fill(one.cells) })) }
}

/** Returns the grid with one more row. Nothing changes if the grid is full. */
export const withRow = (grid: Grid, times?: Times): Grid =>
  grid.rows.length < MAX.timetableRows ? { ...grid, rows: [...grid.rows, emptyRow(times)] } : grid

export const withoutRow = (grid: Grid, row: number): Grid => ({ ...grid, rows: grid.rows.filter((_, place) => place !== row) })

/** Returns the grid with a class changed, for all its lessons. */
export const withClass = (grid: Grid, changed: GridClass): Grid => ({
  ...grid,
  classes: grid.classes.some(({ id }) => id === changed.id)
    ? grid.classes.map((one) => (one.id === changed.id ? changed : one))
    : [...grid.classes, changed],
})

/** Returns the grid without a class that is to come, or without the changes of a known one. */
export const withoutClass = (grid: Grid, id: string): Grid => ({
  rows: grid.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => (cell === id ? null : cell)) })),
  fixed: grid.fixed.filter(({ classId }) => classId !== id),
  classes: grid.classes.filter((one) => one.id !== id),
})

/** Returns the grid without classes that the calendar no longer has. A draft can be weeks old. */
export const withKnownClasses = (grid: Grid, known: readonly GridClass[]): Grid => {
  const ids = new Set(classesIn(grid, known).map(({ id }) => id))
  const isGone = (id: string | null) => id !== null && !ids.has(id)
  if (!grid.rows.some(({ cells }) => cells.some(isGone)) && !grid.fixed.some(({ classId }) => isGone(classId))) return grid
  const rows = grid.rows.map((row) => ({ ...row, cells: row.cells.map((id) => (isGone(id) ? null : id)) }))
  return { ...grid, rows, fixed: grid.fixed.filter(({ classId }) => !isGone(classId)) }
}

/** Returns the rows as times to send, without those that have no times or no class, and the classes in them. */
export const laidRows = (grid: Grid, days: number) => {
  const rows = grid.rows.filter(({ startTime, endTime, cells }) => startTime < endTime && cells.slice(0, days).some((id) => id !== null))
  return {
    rows: rows.map(({ startTime, endTime }) => ({ startTime, endTime })),
    cells: rows.flatMap(({ cells }, row) =>
      cells.slice(0, days).flatMap((classId, column) => (classId ? [{ day: column + 1, row, classId }] : [])),
    ),
  }
}

/** Returns the grid with these rows of times and classes, as they were sent. */
export const gridOf = (sent: {
  rows: readonly Times[]
  cells: readonly { day: number; row: number; classId: string }[]
  fixed: readonly FixedRow[]
}): Grid => ({
  rows: sent.rows.map(({ startTime, endTime }, row) => ({
    startTime,
    endTime,
    was: row,
    cells: NO_CELLS.map((_, column) => sent.cells.find((cell) => cell.row === row && cell.day === column + 1)?.classId ?? null),
  })),
  fixed: sent.fixed,
  classes: [],
})
