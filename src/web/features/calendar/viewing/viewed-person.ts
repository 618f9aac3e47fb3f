import { useQuery } from '@tanstack/react-query'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { personQuery } from '#web/features/calendar/days/queries.ts'

/** Returns the name of a viewed calendar's owner, or undefined for any other calendar. */
export const useViewedName = (calendar: CalendarRef): string | undefined => {
  const { data } = useQuery({ ...personQuery(calendar), enabled: calendar.isViewed })
  return calendar.isViewed ? data?.displayName?.trim() || 'this teacher' : undefined
}
