import { schoolWeekOf } from '#shared/dates.ts'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { type ColoredSlot, usualLessons, weeksBefore } from '#web/features/calendar/model/usual-lessons.ts'
import type { CalendarSource } from './calendar-ref.ts'
import { useWeek } from './shown.ts'

type Week = ReturnType<typeof useWeek>

const isSettled = ({ data, error }: Week): boolean => data !== undefined || error !== null

/**
 * Returns the weeks before `date` as far as they are known, latest first. Loads up to `most` of them, one after another, until `isKnown`
 * returns true. Undefined if that takes a week that is still loading.
 */
const useWeeksBefore = (
  calendar: CalendarSource,
  date: string,
  most: 0 | 1 | 4,
  isKnown: (weeks: readonly (PlannedWeek | undefined)[]) => boolean,
): (PlannedWeek | undefined)[] | undefined => {
  const [latest = '', second = '', third = '', fourth = ''] = weeksBefore(date)
  const dataOf = (weeks: readonly Week[]) => weeks.map(({ data }) => data)
  const isNext = (weeks: readonly Week[]) => weeks.length < most && weeks.every(isSettled) && !isKnown(dataOf(weeks))
  const weeks = [useWeek(calendar, latest, { enabled: isNext([]) })]
  weeks.push(useWeek(calendar, second, { enabled: isNext(weeks) }))
  weeks.push(useWeek(calendar, third, { enabled: isNext(weeks) }))
  weeks.push(useWeek(calendar, fourth, { enabled: isNext(weeks) }))
  return isKnown(dataOf(weeks)) || weeks.slice(0, most).every(isSettled) ? dataOf(weeks) : undefined
}

/**
 * Returns the usual lessons for the weekday of `date`, or an empty list if there are none. Loads up to `most` earlier weeks, and also reads
 * those that are loaded anyway. Returns undefined while a week is loading.
 */
export const useUsualLessons = (calendar: CalendarSource, date: string, most: 0 | 1 | 4): ColoredSlot[] | undefined => {
  const weeks = useWeeksBefore(calendar, date, most, (known) => usualLessons(date, known).length > 0)
  return weeks && usualLessons(date, weeks)
}

/** Returns the usual lessons of each school day of a week, which are the dashed ones in its columns. Undefined while they are loading. */
export const useUsualWeek = (calendar: CalendarSource, monday: string): ReadonlyMap<string, ColoredSlot[]> | undefined => {
  const dates = schoolWeekOf(monday)
  const weeks = useWeeksBefore(calendar, monday, 1, (known) => dates.some((date) => usualLessons(date, known).length > 0))
  return weeks && new Map(dates.map((date) => [date, usualLessons(date, weeks)]))
}
