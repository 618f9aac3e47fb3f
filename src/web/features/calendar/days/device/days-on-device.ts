/** Days from what this page and this device have, for screens that otherwise ask the server for them. */
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { daysInRange, isSchoolDay, mondayOf } from '#shared/dates.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { weekKey } from '#web/features/calendar/days/queries.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import type { PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { markUnder } from '#web/features/calendar/model/school-entry.ts'
import { drawRest } from '#web/lib/device/kept.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

/** Returns a day in the server's format, as it is on screen. */
const asSent = ({ date, entry, school, own, lessons, leftOut }: PlannedDay): CalendarDay => ({
  id: entry?.id ?? '',
  userId: entry?.userId ?? null,
  operationId: entry?.operationId ?? '',
  ...markUnder(school, { date, ...own, version: entry?.version ?? 0, hasAlert: false }),
  blocks: [...lessons.map(({ block }) => block), ...leftOut],
})

/**
 * Returns the school days from `from` to `to` with the edits that aren't sent yet, or null if a week of them isn't on this device. Never asks
 * the server.
 */
export const daysOnDevice = async (calendar: CalendarId, from: string, to: string): Promise<CalendarDay[] | null> => {
  const dates = daysInRange(from, to).filter(isSchoolDay)
  const isHere = (date: string) => queryClient.getQueryData(weekKey(calendar, mondayOf(date))) !== undefined
  // The page forgets weeks that changed elsewhere.
  if (!dates.every(isHere)) await drawRest()
  const days = dates.map((date) => shownDay(calendar, date))
  return days.every((day) => day !== undefined) ? days.map(asSent) : null
}
