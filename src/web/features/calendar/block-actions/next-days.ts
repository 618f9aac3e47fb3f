import { addDays, isSchoolDay, stepSchoolDay } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'

/** How many days off in a row are skipped. After that, the teacher picks a date. */
const MOST_SKIPPED = 20

/** Returns the first school day after `date` that isn't a day off. Days that haven't loaded yet count as school days. */
const nextOpenDay = (calendar: CalendarRef, date: string): string => {
  let next = stepSchoolDay(date, 1)
  for (let skipped = 0; skipped < MOST_SKIPPED && shownDay(calendar, next)?.marks.isBlocked; skipped += 1) next = stepSchoolDay(next, 1)
  return next
}

/** Returns the first open day to move a lesson of `date` to: after `date`, and not in the past. */
export const nextDayFor = (calendar: CalendarRef, date: string, today: string): string => {
  const dayBefore = stepSchoolDay(today, -1)
  return nextOpenDay(calendar, date < dayBefore ? dayBefore : date)
}

const LIKELY_DAYS = 4

/**
 * Returns the four days that teachers move a lesson to most often: the next three school days without days off, and the same weekday a week
 * later, or else the school day after those three. A lesson that wasn't taught in time moves to today or later.
 */
export const likelyDays = (calendar: CalendarRef, date: string, today: string): string[] => {
  const days = [nextDayFor(calendar, date, today)]
  for (let day = days[0] ?? date; days.length < LIKELY_DAYS; days.push(day)) day = nextOpenDay(calendar, day)
  const weekLater = addDays(date, 7)
  const isOpen = weekLater >= today && isSchoolDay(weekLater) && !shownDay(calendar, weekLater)?.marks.isBlocked
  if (isOpen && !days.includes(weekLater)) days[LIKELY_DAYS - 1] = weekLater
  return days.sort()
}
