/** Finds a lesson that isn't on its day anymore. Rarely needed, so it loads when it is. */
import { addDays, FIRST_DAY, isSchoolDay, LAST_DAY, mondayOf, stepSchoolDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { weekQuery } from '#web/features/calendar/days/queries.ts'
import { hasBlock, loadDay, shownWeeks } from '#web/features/calendar/days/shown.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { outlineQuery } from './timetable-calls.ts'

/** A lesson can move back when a day off is taken away again. */
const DAYS_BEFORE = 90

type Place = { date: string; isThere: boolean }

/** Returns the range in which a lesson of a day can be now. */
const rangeAround = (date: string): readonly [string, string] => {
  const [from, to] = [addDays(date, -DAYS_BEFORE), addDays(date, MAX.timetableDays - DAYS_BEFORE - 1)]
  return [from < FIRST_DAY ? FIRST_DAY : from, to > LAST_DAY ? LAST_DAY : to]
}

/**
 * Returns the day that a saved lesson is on now, if another window moved it from its day, and loads that day's latest state. Throws
 * {@link RefusedCall}.
 */
export const dayOfMoved = async (calendar: CalendarSource, date: string, blockId: string): Promise<string | undefined> => {
  const { days } = await queryClient.fetchQuery({ ...outlineQuery(calendar, ...rangeAround(date)), staleTime: 0 })
  const found = days.find((day) => day.date !== date && isSchoolDay(day.date) && day.blocks.some(({ id }) => id === blockId))
  if (found) await queryClient.fetchQuery({ ...weekQuery(calendar, mondayOf(found.date)), staleTime: 0 })
  return found?.date
}

/**
 * Returns the school day that a lesson is on, if it isn't on its day anymore. If the lesson doesn't exist in the school year around that
 * day, returns the first day from then on that isn't a day off. Throws {@link RefusedCall}.
 */
export const placeOfLesson = async (calendar: CalendarSource, date: string, blockId: string): Promise<Place> => {
  await loadDay(calendar, date)
  if (hasBlock(calendar, date, blockId)) return { date, isThere: true }
  const shown = shownWeeks(calendar)
    .flatMap(({ days }) => days)
    .find(({ lessons }) => lessons.some(({ block }) => block.id === blockId))
  if (shown) return { date: shown.date, isThere: true }
  const { days } = await queryClient.fetchQuery(outlineQuery(calendar, ...rangeAround(date)))
  const found = days.find((day) => isSchoolDay(day.date) && day.blocks.some(({ id }) => id === blockId))
  if (found) return { date: found.date, isThere: true }
  const off = new Set(days.flatMap((day) => (day.isBlocked ? [day.date] : [])))
  let open = date
  while (off.has(open)) open = stepSchoolDay(open, 1)
  return { date: open, isThere: false }
}
