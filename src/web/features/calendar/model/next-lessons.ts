import type { PlannedBlock, PlannedWeek } from './planned-week.ts'

/** A day, and those of its lessons that haven't started. */
export type NextLessons = { date: string; lessons: readonly PlannedBlock[] }

/**
 * Returns the next lessons in these weeks: today's that haven't started, or else all lessons of the next day that has
 * any. Null if there are none, undefined if that isn't known because a week isn't loaded.
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
