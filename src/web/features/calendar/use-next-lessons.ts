import { addDays, minutesOf, mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { nextLessonsOf } from '#web/features/calendar/model/next-lessons.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { useUser } from '#web/features/people/data.ts'
import { useClock } from '#web/lib/time/use-clock.ts'

/** Use only loaded weeks, and send no requests. */
const KNOWN = { enabled: false }

/**
 * Returns the next lessons, either from today or from the next school day that has any, and the minutes until the first one. Both change
 * with the clock. `minutes` is undefined on other days than today.
 */
export const useNextLessons = (today: string) => {
  const calendar = useCalendar()
  const monday = mondayOf(schoolDayOf(today))
  const weeks = [useWeek(calendar, monday, KNOWN).data, useWeek(calendar, addDays(monday, 7), KNOWN).data]
  const time = useClock(useUser().timezone, (now) => now)
  const next = nextLessonsOf(weeks, today, time)
  const first = next?.date === today ? next.lessons[0] : undefined
  return { next, minutes: first && minutesOf(first.block.startTime) - minutesOf(time) }
}
