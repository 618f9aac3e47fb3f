import type { PlannedBlock, PlannedWeek } from './planned-week.ts'

/** A day, and its lessons that haven't started yet. */
export type NextLessons = { date: string; lessons: readonly PlannedBlock[] }

/**
 * Returns the next lessons in these weeks: today's lessons that haven't started, or all lessons on the next day that has any. Returns null
 * if there are none, or undefined if a week it needs isn't loaded.
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
