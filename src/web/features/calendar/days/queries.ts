/** What is read of a calendar: the query cache holds days as the server returned them, {@link ./shown.ts} derives the rest. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { calendar as contract, HISTORY_PAGE } from '#shared/calendar/contract.ts'
import { addDays, addMonths } from '#shared/dates.ts'
import { monthMarks } from '#web/features/calendar/model/month-marks.ts'
import { neighbourMondays, savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { ownDay } from '#web/features/calendar/model/school-entry.ts'
import { client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { CalendarRef } from './calendar-ref.ts'

type Calendar = Pick<CalendarRef, 'id'>

const api = client(contract)
/** How long an off-screen week stays cached. */
const KEPT_MS = 60 * 60_000

export const calendarKey = ({ id }: Calendar) => ['calendar', id]
export const marksKey = (calendar: Calendar) => [...calendarKey(calendar), 'marks']

/** One week of a calendar, in one request. Weeks and days are both read from this entry. */
export const weekQuery = (calendar: Calendar, monday: string) =>
  queryOptions({
    queryKey: [...calendarKey(calendar), 'week', monday],
    queryFn: async () => savedWeek(monday, await api.days({ query: { from: monday, to: addDays(monday, 4) } })),
    gcTime: KEPT_MS,
    // A week comes whole; a day that stays the same stays the same object by `withEntry`.
    structuralSharing: false,
  })

/** Fetches the weeks around one ahead, the nearest first, so that going there waits for nothing. */
export const prefetchAround = async (calendar: Calendar, monday: string): Promise<void> => {
  for (const neighbour of neighbourMondays(monday)) await queryClient.prefetchQuery(weekQuery(calendar, neighbour))
}

/** What a month shows: the marked days of it and of the weeks it begins and ends in, in one request without lessons. */
export const monthQuery = (calendar: Calendar, month: string) => {
  const [from, to] = [addDays(month, -6), addDays(addMonths(month, 1), 5)]
  return queryOptions({
    queryKey: [...marksKey(calendar), month],
    queryFn: async () => monthMarks(from, to, await api.marks({ query: { from, to } })),
    gcTime: KEPT_MS,
    structuralSharing: false,
  })
}

/** Fetches the months beside one ahead. */
export const prefetchMonthsAround = async (calendar: Calendar, month: string): Promise<void> => {
  for (const step of [1, -1]) await queryClient.prefetchQuery(monthQuery(calendar, addMonths(month, step)))
}

/** Every block-out and note there is. Fetched each time the dialog opens, and kept up to date while it is open. */
export const allMarksQuery = (calendar: Calendar) =>
  queryOptions({
    queryKey: [...marksKey(calendar), 'all'],
    queryFn: async () => monthMarks('0000-01-01', '9999-12-31', await api.marks({ query: {} })),
    gcTime: 0,
    structuralSharing: false,
  })

/** One's own day as it is and its history, page by page; fetched each time the history is opened. */
export const historyQuery = (calendar: Calendar, date: string) =>
  infiniteQueryOptions({
    queryKey: [...calendarKey(calendar), 'history', date],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before }) => {
      const [[day], changes] = await Promise.all([api.days({ query: { date } }), api.history({ query: { date, before } })])
      return { current: day ? ownDay(day) : null, changes }
    },
    getNextPageParam: ({ changes }) => (changes.length === HISTORY_PAGE ? changes.at(-1)?.operationId : undefined),
    gcTime: 0,
  })

/** Asks the server for one day. Throws {@link RefusedCall}. */
export const fetchDay = async (date: string) => (await api.days({ query: { date } }))[0] ?? null
