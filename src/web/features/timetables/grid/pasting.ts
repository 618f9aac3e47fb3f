/** What pasting into the grid does: a few cells land where the teacher is, and a whole week is read in its own dialog. */
import { MAX } from '#shared/limits.ts'
import {
  type Grid,
  type GridClass,
  type NewId,
  type Times,
  typedCell,
  withCell,
  withRow,
  withTimes,
} from '#web/features/timetables/model/grid.ts'
import { headingsIn } from '#web/features/timetables/paste/headings.ts'
import { timeCells, timesIn } from '#web/features/timetables/paste/times.ts'
import { isLeftOut } from '#web/features/timetables/paste/words.ts'
import { timesFrom } from './typed-times.ts'

type Cells = readonly (readonly string[])[]

/** True if cells have headings with days, so that they are a week and not a part of one. */
export const isWeek = (cells: Cells): boolean => {
  const down = (cells[0] ?? []).map((_, column) => cells.map((row) => row[column] ?? ''))
  return [cells, down].some((lines) => (headingsIn(lines)?.days.length ?? 0) > 1)
}

type Place = { row: number; column: number; days: number }

const pastedCell = (
  grid: Grid,
  known: readonly GridClass[],
  { row, column, days, text, newId }: Place & { text: string; newId: NewId },
): Grid => {
  if (column >= days) return grid
  if (column >= 0) {
    return isLeftOut(text) ? withCell(grid, row, column, null) : typedCell(grid, known, { row, column, typed: text, newId })
  }
  const times = timesFrom(text, grid.rows, row)
  return times ? withTimes(grid, row, times) : grid
}

/** Returns the grid with cells pasted from a place on. Column -1 holds the times. Rows are added as needed. */
export const withPastedCells = (
  grid: Grid,
  known: readonly GridClass[],
  cells: Cells,
  { row, column, days }: Place,
  newId: NewId,
): Grid => {
  let next = grid
  for (const [down, line] of cells.entries()) {
    if (row + down >= MAX.timetableRows) break
    while (next.rows.length <= row + down) next = withRow(next)
    for (const [across, text] of line.entries())
      next = pastedCell(next, known, { row: row + down, column: column + across, days, text, newId })
  }
  return next
}

/** Returns the bell times in pasted cells, one per line that has some. An end that is missing is the next start. */
export const bellTimesIn = (cells: Cells): Times[] => {
  const found: { startTime: string; endTime: string | null }[] = []
  for (const line of cells) {
    const after = found.at(-1)?.startTime ?? ''
    const [first, second] = timeCells(line).flatMap((cell) => timesIn(cell, after) ?? [])
    if (first) found.push(first.endTime === null && second ? { ...first, endTime: second.startTime } : first)
  }
  return found.flatMap(({ startTime, endTime }, place) => {
    const end = endTime ?? found[place + 1]?.startTime
    return end !== undefined && startTime < end ? [{ startTime, endTime: end }] : []
  })
}
