import { type ColoredSlot, usualLessons, weeksBefore } from '#web/features/calendar/model/usual-lessons.ts'
import type { CalendarSource } from './calendar-ref.ts'
import { useWeek } from './shown.ts'

type Week = ReturnType<typeof useWeek>

const isSettled = ({ data, error }: Week): boolean => data !== undefined || error !== null

/**
 * Returns the usual lessons for the weekday of `date`, or an empty list if there are none. Loads up to `most` earlier weeks, one after
 * another and only until the usual day is known, and also reads those that are loaded anyway. Returns undefined while a week is loading.
 */
export const useUsualLessons = (calendar: CalendarSource, date: string, most: 0 | 1 | 4): ColoredSlot[] | undefined => {
  const [latest = '', second = '', third = '', fourth = ''] = weeksBefore(date)
  const usualIn = (weeks: readonly Week[]) =>
    usualLessons(
      date,
      weeks.map(({ data }) => data),
    )
  const isNext = (weeks: readonly Week[]) => weeks.length < most && weeks.every(isSettled) && usualIn(weeks).length === 0
  const weeks = [useWeek(calendar, latest, { enabled: isNext([]) })]
  weeks.push(useWeek(calendar, second, { enabled: isNext(weeks) }))
  weeks.push(useWeek(calendar, third, { enabled: isNext(weeks) }))
  weeks.push(useWeek(calendar, fourth, { enabled: isNext(weeks) }))
  const usual = usualIn(weeks)
  return usual.length === 0 && !weeks.slice(0, most).every(isSettled) ? undefined : usual
}
