import { comparedName } from '#shared/classes/rules.ts'
import { MAX } from '#shared/limits.ts'
import { emptyRow, type Grid, type GridClass, type NewId, withCell, withClassNamed } from '#web/features/timetables/model/grid.ts'
import type { PastedWeek } from './pasted-week.ts'
import type { Meaning } from './words.ts'

/** The teacher's and the page's answers, by word as {@link comparedName} returns it. Null and missing ones leave the cell empty. */
export type Meanings = ReadonlyMap<string, Meaning | null>

const meaningIn = (meanings: Meanings, word: string) => meanings.get(comparedName(word)) ?? { kind: 'none' as const }

/** Returns the rows that have at least one class. */
const rowsWithClass = ({ rows }: PastedWeek, meanings: Meanings) =>
  rows.filter(({ words }) => words.some((word) => meaningIn(meanings, word).kind !== 'none')).slice(0, MAX.timetableRows)

/** Returns the number of cells that get a class. */
export const lessonsIn = (week: PastedWeek, meanings: Meanings): number =>
  rowsWithClass(week, meanings).reduce(
    (sum, { words }) => sum + words.filter((word) => meaningIn(meanings, word).kind !== 'none').length,
    0,
  )

/** Returns the grid with the rows of a pasted week instead of its own. */
export const withPastedWeek = (grid: Grid, known: readonly GridClass[], week: PastedWeek, meanings: Meanings, newId: NewId): Grid => {
  const rows = rowsWithClass(week, meanings)
  let next: Grid = { ...grid, rows: rows.map(({ startTime, endTime }) => emptyRow({ startTime, endTime })) }
  for (const [row, { words }] of rows.entries())
    for (const [place, word] of words.entries()) {
      const meaning = meaningIn(meanings, word)
      if (meaning.kind === 'none') continue
      const named = meaning.kind === 'class' ? { grid: next, classId: meaning.classId } : withClassNamed(next, known, meaning.name, newId)
      next = withCell(named.grid, row, (week.days[place]?.day ?? place + 1) - 1, named.classId)
    }
  return next
}
