/**
 * Whose calendar a call is about. A {@link CalendarRef} is made here alone, so that nothing can be read or changed but by
 * who may: queries take nothing else.
 */
declare const handedOut: unique symbol

/** The id of a calendar that somebody may look into. */
export type CalendarId = string & { readonly [handedOut]: true }

export type CalendarRef = {
  id: CalendarId
  /** Whose it is, as its entries say. */
  userId: string
}

/** The calendar of the person who calls. */
export const ownCalendar = ({ calendarId, userId }: { calendarId: string; userId: string }): CalendarRef => ({
  id: calendarId as CalendarId,
  userId,
})
