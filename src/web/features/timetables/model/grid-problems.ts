import { comparedName } from '#shared/classes/rules.ts'
import type { Grid, GridClass } from './grid.ts'

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

/** Returns why classes can't be saved, as a sentence, or null. */
export const problemWithClasses = (classes: readonly Pick<GridClass, 'name'>[], most: number): string | null => {
  const names = classes.map(({ name }) => comparedName(name))
  if (names.includes('')) return 'Give each class a name.'
  const twice = classes.find((_, place) => names.indexOf(names[place] ?? '') !== place)
  if (twice) return `Two classes have the name ${twice.name.trim()}.`
  return classes.length > most ? `A calendar can have up to ${most} classes.` : null
}
