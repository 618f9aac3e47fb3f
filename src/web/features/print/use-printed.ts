import { useMemo } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useClassesOf } from '#web/features/calendar/days/colors.ts'
import { useWeeks } from '#web/features/calendar/days/ranges/weeks.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { useCycleDays } from '#web/features/calendar/navigation/cycle-day.tsx'
import { useViewedName } from '#web/features/calendar/viewing/viewed-person.ts'
import { isFiltered, onlyClass } from '#web/features/classes/class-filter.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import type { Asked } from './print-choices.ts'
import type { Printed } from './print-pages.tsx'
import { classOfRange, countLessons, filteredDays, rangeProblem, weeksOfRange } from './print-range.ts'

/** Returns what the teacher asked to print, or undefined while it loads, and the classes to choose from. */
export const usePrinted = ({ view, date, from, to, without }: Asked) => {
  const { preferences, ...user } = useUser()
  const { timeFormat } = preferences
  const calendar = useCalendar()
  const teacher = useViewedName(calendar) ?? nameOf(user)
  const cycleDayOf = useCycleDays()
  const classes = useClassesOf(calendar)
  const { data: week } = useWeek(calendar, mondayOf(date))
  const isRange = view === 'dates'
  const { data: weeks, error, isFetching, refetch } = useWeeks(calendar, { from, to }, { enabled: isRange && !rangeProblem({ from, to }) })
  const printed = useMemo((): Printed | undefined => {
    const filter = { classes, without }
    const about = { teacher, timeFormat, cycleDayOf, isFiltered: isFiltered(filter) }
    if (!isRange) {
      const days = week && filteredDays(view === 'week' ? week.days : week.days.filter((day) => day.date === date), filter)
      return days && { kind: 'part', part: { view, days, ...about }, lessons: countLessons([{ days }]) }
    }
    if (!weeks || rangeProblem({ from, to })) return undefined
    const range = { from, to }
    const shown = weeksOfRange(weeks, range, filter)
    const lessons = countLessons(shown)
    const only = onlyClass(filter)
    if (!only) return { kind: 'weeks', range, parts: shown.map(({ days }) => ({ view: 'week', days, ...about })), lessons }
    const ofClass = weeks.map((one) => ({ ...one, days: [...filteredDays(one.days, filter)] }))
    return { kind: 'class', of: { name: only.name, range, weeks: classOfRange(ofClass, range), teacher, cycleDayOf }, lessons }
  }, [view, date, from, to, without, isRange, week, weeks, classes, teacher, timeFormat, cycleDayOf])
  return { printed, classes, error: isRange ? error : null, isFetching, refetch }
}
