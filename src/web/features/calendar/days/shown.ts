/** Days as shown on screen: the last confirmed state with pending edits applied. */
import { CancelledError, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { mondayOf } from '#shared/dates.ts'
import {
  dayOfWeek,
  neighbourMondays,
  type PlannedDay,
  type PlannedWeek,
  plannedWeek,
  type SavedWeek,
} from '#web/features/calendar/model/planned-week.ts'
import { isOffline } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import type { CalendarId, CalendarSource } from './calendar-ref.ts'
import { knownColors, useColors } from './colors.ts'
import { pendingEdits, usePendingEdits } from './pending.ts'
import { weekKey, weekQuery, weeksKey } from './queries.ts'

/** The query state that a page needs: the data as shown, or the error. */
export type Shown<Data> = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> & { data: Data | undefined }
type Options = { enabled?: boolean }

/** Returns the week that starts on `monday`. */
export const useWeek = (calendar: CalendarSource, monday: string, { enabled = true }: Options = {}): Shown<PlannedWeek> => {
  const { data: saved, error, isFetching, refetch } = useQuery({ ...weekQuery(calendar, monday), enabled })
  const edits = usePendingEdits(calendar.id)
  const colors = useColors(calendar)
  return { data: saved && plannedWeek(saved, edits, colors), error, isFetching, refetch }
}

/** Returns a week as shown on screen, or undefined if it isn't loaded. */
const shownWeek = (calendar: CalendarId, monday: string): PlannedWeek | undefined => {
  const week = queryClient.getQueryData<SavedWeek>(weekKey(calendar, monday))
  return week && plannedWeek(week, pendingEdits(calendar.id), knownColors(calendar))
}

/** Returns a school day as shown on screen, or undefined on a weekend or if its week isn't loaded. */
export const shownDay = (calendar: CalendarId, date: string): PlannedDay | undefined => {
  const week = shownWeek(calendar, mondayOf(date))
  return week && dayOfWeek(week, date)
}

/** Prefetches the weeks around this one, nearest first, and prepares what their cards show, so that navigating to them is instant. */
export const prefetchAround = async (calendar: CalendarSource, monday: string): Promise<void> => {
  for (const neighbour of neighbourMondays(monday)) {
    await queryClient.prefetchQuery(weekQuery(calendar, neighbour))
    shownWeek(calendar, neighbour)
  }
}

/** Returns all loaded weeks as shown on screen. */
export const shownWeeks = (calendar: CalendarId): PlannedWeek[] =>
  queryClient
    .getQueriesData<SavedWeek>({ queryKey: weeksKey(calendar) })
    .flatMap(([, week]) => (week ? [plannedWeek(week, pendingEdits(calendar.id), knownColors(calendar))] : []))

/**
 * Returns a school day as shown on screen, loading its week if necessary. Without a network, as this device has it. Returns undefined on a
 * weekend. Throws {@link RefusedCall}.
 */
export const loadDay = async (calendar: CalendarSource, date: string): Promise<PlannedDay | undefined> => {
  const query = weekQuery(calendar, mondayOf(date))
  try {
    await queryClient.fetchQuery(query)
  } catch (error) {
    // A change elsewhere restarted a call that was on its way already. Only the caller that began it gets the new answer.
    if (error instanceof CancelledError && queryClient.isFetching(query) > 0) return loadDay(calendar, date)
    if (!isOffline(error) || queryClient.getQueryData(query.queryKey) === undefined) throw error
  }
  return shownDay(calendar, date)
}

/** Returns whether a loaded day has the time block, saved or pending. */
export const hasBlock = (calendar: CalendarId, date: string, blockId: string): boolean =>
  Boolean(shownDay(calendar, date)?.lessons.some(({ block }) => block.id === blockId))
