import { emptyRow, type Grid, type Times } from './grid.ts'

/** Returns the grid with these times, row by row. Adds rows for more times. Rows that are left over stay only if they have a class. */
export const withBellTimes = (grid: Grid, times: readonly Times[]): Grid => {
  const rows = grid.rows.map((row, place) => ({ ...row, ...times[place] }))
  const added = times.slice(rows.length).map((one) => emptyRow(one))
  const isNeeded = (row: Grid['rows'][number], place: number) => place < times.length || row.cells.some((id) => id !== null)
  return { ...grid, rows: [...rows.filter(isNeeded), ...added] }
}
