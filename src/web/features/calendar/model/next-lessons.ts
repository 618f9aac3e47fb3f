import type { PlannedBlock, PlannedWeek } from './planned-week.ts'

/** A day and the lessons of it that are still to come. */
export type NextLessons = { date: string; lessons: readonly PlannedBlock[] }

/**
 * Returns what is taught next in these weeks: of today what has not begun, else the lessons of the next day that has any.
 * Null when there are none, undefined when that is not known, because a week is not loaded.
 */
export const nextLessonsOf = (weeks: readonly (PlannedWeek | undefined)[], today: string, time: string): NextLessons | null | undefined => {
  for (const week of weeks) {
    if (!week) return undefined
    for (const { date, marks, lessons } of week.days) {
      const ahead = date === today ? lessons.filter(({ block }) => block.startTime > time) : lessons
      if (date >= today && !marks.isBlocked && ahead.length > 0) return { date, lessons: ahead }
    }
  }
  return null
}
