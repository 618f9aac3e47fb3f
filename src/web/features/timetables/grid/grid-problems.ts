import type { Grid } from './grid.ts'

/** What keeps a row from becoming lessons, in words, or null. A row without classes needs no times. */
const problemOfRow = ({ startTime, endTime, cells }: Grid['rows'][number], row: number, days: number): string | null => {
  if (cells.slice(0, days).every((id) => id === null)) return null
  if (startTime === '' || endTime === '') return `Type the times of row ${row + 1}.`
  return startTime < endTime ? null : `Row ${row + 1} ends before it starts.`
}

/** Returns the first problem with a grid, as a sentence, or null. */
export const problemWithGrid = (grid: Pick<Grid, 'rows' | 'fixed'>, days: number): string | null => {
  for (const [row, one] of grid.rows.entries()) {
    const problem = problemOfRow(one, row, days)
    if (problem) return problem
  }
  if (grid.fixed.some(({ startTime, endTime }) => startTime >= endTime)) return 'A fixed weekday ends before it starts.'
  const isEmpty = grid.fixed.length === 0 && grid.rows.every(({ cells }) => cells.slice(0, days).every((id) => id === null))
  return isEmpty ? 'Type a class into the grid.' : null
}
