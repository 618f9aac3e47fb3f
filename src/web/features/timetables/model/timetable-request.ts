import type { NewTimetable } from '#shared/timetables/contract.ts'
import { daysOf } from '#shared/timetables/rules.ts'
import { type Grid, type GridClass, laidRows, listedClasses, usedIn } from './grid.ts'
import { fillsFrom, rhythmIn, type TimetableDraft } from './timetable-draft.ts'

const isSame = (a: GridClass, b: GridClass): boolean =>
  a.name === b.name && a.color === b.color && a.room === b.room && a.staysOnItsDay === b.staysOnItsDay

/** Returns the classes that are created or changed together with the timetable. */
const classesToSend = (grid: Grid, known: readonly GridClass[], days: number): NewTimetable['classes'] => {
  const byId = new Map(known.map((one) => [one.id, one]))
  const used = usedIn(grid, days)
  return grid.classes
    .filter((one) => {
      const there = byId.get(one.id)
      return there ? !isSame(there, one) : used.has(one.id) || one.isAdded
    })
    .map(({ id, name, color, room, staysOnItsDay }) => ({ id, name, color, room, staysOnItsDay }))
}

/** Returns what a draft asks the server to lay down. */
export const requestOf = (draft: TimetableDraft, known: readonly GridClass[], today: string): NewTimetable => {
  const rhythm = rhythmIn(draft)
  const days = daysOf(rhythm)
  const { firstDay, lastDay, existing, setByHand, joins, grid, kind } = draft
  const ids = new Set(listedClasses(grid, known, days).map(({ id }) => id))
  return {
    firstDay,
    lastDay,
    rhythm,
    ...laidRows(grid, days),
    // In a weekly rhythm, a fixed weekday is a cell like any other.
    fixed: kind === 'weekly' ? [] : [...grid.fixed],
    classes: classesToSend(grid, known, days),
    from: fillsFrom(draft, today),
    existing,
    setByHand,
    // A class that an answer named may be gone.
    joins: Object.fromEntries(Object.entries(joins).filter(([, id]) => id === null || ids.has(id))),
  }
}
