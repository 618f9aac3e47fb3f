/** Determines the effect of copying a day to other days, and why the copy might not be possible. Pure. */

import { addDays, formatDay, isSchoolDay, mondayOf, schoolWeekOf, stepSchoolDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'

/** The fields of a target day that matter for copying. */
type Target = { date: string; marks: { isBlocked: boolean }; lessons: readonly unknown[] }

/** Returns the day to propose for a copy of another teacher's day: the same day, but never a past one. */
export const copyTarget = (date: string, today: string): string => {
  if (date >= today) return date
  return isSchoolDay(today) ? today : stepSchoolDay(today, 1)
}

/** Returns the groups of days that a teacher can add with one click: the rest of `date`'s week, and the following week. */
export const spansAfter = (date: string): { label: string; dates: string[] }[] => [
  { label: 'Rest of this week', dates: schoolWeekOf(date).filter((day) => day > date) },
  { label: 'All of next week', dates: schoolWeekOf(addDays(mondayOf(date), 7)) },
]

export type CopyPlan = {
  /** One entry for each day that already has lessons, such as 'Tuesday, November 17, 2026: 3 lessons'. */
  taken: string[]
  /** Why copying isn't possible at all. */
  problem: string | null
  /** Why the copies don't fit next to the existing lessons. */
  noRoom: string | null
}

export const planCopy = (count: number, targets: readonly Target[]): CopyPlan => {
  const taken = targets.filter(({ lessons }) => lessons.length > 0)
  const full = taken.find(({ lessons }) => lessons.length + count > MAX.blocksOfDay)
  return {
    taken: taken.map(({ date, lessons }) => `${formatDay(date, 'full')}: ${lessons.length} lesson${lessons.length === 1 ? '' : 's'}`),
    problem: targets.length > MAX.savedDays ? `You can copy to up to ${MAX.savedDays} days at once.` : null,
    noRoom: full ? `${formatDay(full.date, 'full')} doesn’t have room for both. A day can hold up to ${MAX.blocksOfDay} lessons.` : null,
  }
}
