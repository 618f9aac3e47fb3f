import { addDays, mondayOf, stepSchoolDay } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'

/** How many days off in a row are skipped. After that, the teacher picks a date. */
const MOST_SKIPPED = 20

/** Returns the first school day after `date` that isn't a day off. Days that haven't loaded yet count as school days. */
export const nextOpenDay = (calendar: CalendarRef, date: string): string => {
  let next = stepSchoolDay(date, 1)
  for (let skipped = 0; skipped < MOST_SKIPPED && shownDay(calendar, next)?.marks.isBlocked; skipped += 1) next = stepSchoolDay(next, 1)
  return next
}

/** Returns the days that teachers move a lesson to most often: the next two, the next Monday, and the same weekday a week later. */
export const likelyDays = (calendar: CalendarRef, date: string): string[] => {
  const next = nextOpenDay(calendar, date)
  const later = [addDays(mondayOf(date), 7), addDays(date, 7)].filter((day) => !shownDay(calendar, day)?.marks.isBlocked)
  return [...new Set([next, nextOpenDay(calendar, next), ...later])].sort()
}
