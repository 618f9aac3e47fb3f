import type { NewTimetable } from '#shared/timetables/contract.ts'
import { daysOf } from '#shared/timetables/rules.ts'
import { classesToSend } from './class-changes.ts'
import { type GridClass, laidRows, listedClasses } from './grid.ts'
import { fillsFrom, rhythmIn, type TimetableDraft } from './timetable-draft.ts'

/** Returns what a draft asks the server to lay down. `isFollowing` is true if the school's year decides the dates and the rhythm. */
export const requestOf = (draft: TimetableDraft, known: readonly GridClass[], today: string, isFollowing = false): NewTimetable => {
  const rhythm = rhythmIn(draft)
  const days = daysOf(rhythm)
  const { firstDay, lastDay, existing, setByHand, joins, grid, kind } = draft
  const ids = new Set(listedClasses(grid, known, days).map(({ id }) => id))
  return {
    ...(isFollowing && { followsSchool: true }),
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
    breaks: [],
    // A class that an answer named may be gone.
    joins: Object.fromEntries(Object.entries(joins).filter(([, id]) => id === null || ids.has(id))),
  }
}
