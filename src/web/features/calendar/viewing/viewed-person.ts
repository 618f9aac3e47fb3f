import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CalendarRef, CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { ownerOf } from '#web/features/calendar/days/others-calls.ts'
import { calendarKey, freshness } from '#web/features/calendar/days/queries.ts'

/** The query for a calendar's owner. */
export const personQuery = (calendar: CalendarSource) =>
  queryOptions({ queryKey: [...calendarKey(calendar), 'person'], queryFn: () => ownerOf(calendar), ...freshness(calendar) })

/** Returns the name of a viewed calendar's owner, or undefined for any other calendar. */
export const useViewedName = (calendar: CalendarRef): string | undefined => {
  const { data } = useQuery({ ...personQuery(calendar), enabled: calendar.isViewed })
  return calendar.isViewed ? data?.displayName?.trim() || 'this teacher' : undefined
}
