/**
 * Whose calendar a call is about. A {@link CalendarRef} is made here alone, so that nothing can be read or changed but by
 * who may: queries take nothing else.
 */
import type { CalendarId, CalendarRef } from './tables.ts'

/** The calendar of the person who calls. */
export const ownCalendar = ({ calendarId, userId }: { calendarId: string; userId: string }): CalendarRef => ({
  id: calendarId as CalendarId,
  userId,
})
