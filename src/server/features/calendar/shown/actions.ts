import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { arrayOfTexts, type JsonPieces } from '#server/lib/json/pieces.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { JsonText } from '#shared/endpoint.ts'
import { daysBetween } from './queries.ts'

/** Returns the saved days in a range (both dates included) as JSON for the response. */
export const daysAsJson = async (
  db: Db,
  calendar: CalendarRef,
  from: string,
  to: string,
): Promise<JsonText<CalendarDay[]> | JsonPieces<CalendarDay[]>> => {
  const days = await daysBetween(db, calendar, from, to)
  return typeof days === 'string' ? days : arrayOfTexts(days)
}
