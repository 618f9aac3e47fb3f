/** What is read of a calendar: the query cache holds days as the server returned them, {@link ./shown.ts} derives the rest. */
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { calendar as contract, HISTORY_PAGE } from '#shared/calendar/contract.ts'
import { addDays, addMonths, mondayOf } from '#shared/dates.ts'
import { monthMarks } from '#web/features/calendar/model/month-marks.ts'
import { neighbourMondays, savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { ownDay } from '#web/features/calendar/model/school-entry.ts'
import { client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { CalendarId, CalendarSource } from './calendar-ref.ts'
import type { AskedDays, AskedRange } from './others-calls.ts'

const api = client(contract)
/** How long an off-screen week stays cached. */
const KEPT_MS = 60 * 60_000
/** How long what others plan counts as known when it comes on screen again. */
const OTHERS_KNOWN_MS = 30_000

/** Everything that is known of a calendar. Whoever learns that it changed elsewhere invalidates this. */
export const calendarKey = ({ id }: CalendarId) => ['calendar', id]
export const marksKey = (calendar: CalendarId) => [...calendarKey(calendar), 'marks']
export const weekKey = (calendar: CalendarId, monday: string) => [...calendarKey(calendar), 'week', monday]

/** The first and the last day that a month shows: it begins and ends with whole weeks. */
const rangeOfMonth = (month: string): [from: string, to: string] => [addDays(month, -6), addDays(addMonths(month, 1), 5)]

/** Returns a function that tells the weeks, the months and the list of all marks that show one of these days. */
export const showing = (dates: readonly string[]): ((query: { queryKey: QueryKey }) => boolean) => {
  const mondays = new Set(dates.map(mondayOf))
  const isInMonth = (month: string): boolean => {
    const [from, to] = rangeOfMonth(month)
    return dates.some((date) => date >= from && date <= to)
  }
  return ({ queryKey: [, , kind, when] }) => {
    if (kind === 'week') return mondays.has(String(when))
    return kind === 'marks' && (when === 'all' || isInMonth(String(when)))
  }
}

/** Of a read: which of the two calendars that the person may change it is about. */
const schoolWide = ({ kind }: CalendarSource) => (kind === 'school' ? { schoolWideView: 'true' as const } : {})
const isOfOthers = ({ kind }: CalendarSource): boolean => kind === 'colleague' || kind === 'teacher'
const readDays = async (calendar: CalendarSource, range: AskedDays) =>
  isOfOthers(calendar)
    ? (await import('./others-calls.ts')).othersDays(calendar, range)
    : api.days({ query: { ...range, ...schoolWide(calendar) } })
const readMarks = async (calendar: CalendarSource, range: AskedRange) =>
  isOfOthers(calendar)
    ? (await import('./others-calls.ts')).othersMarks(calendar, range)
    : api.marks({ query: { ...range, ...schoolWide(calendar) } })

/** What others may change at any time is read again when somebody comes back to it; what is one's own never is. */
export const freshness = (calendar: CalendarSource) =>
  calendar.kind === 'own' ? {} : ({ staleTime: OTHERS_KNOWN_MS, refetchOnWindowFocus: 'always' } as const)

/** One week of a calendar, in one request. Weeks and days are both read from this entry. */
export const weekQuery = (calendar: CalendarSource, monday: string) =>
  queryOptions({
    queryKey: weekKey(calendar, monday),
    queryFn: async () => savedWeek(monday, await readDays(calendar, { from: monday, to: addDays(monday, 4) })),
    ...freshness(calendar),
    gcTime: KEPT_MS,
    // A week comes whole; a day that stays the same stays the same object by `withEntry`.
    structuralSharing: false,
  })

/** Fetches the weeks around one ahead, the nearest first, so that going there waits for nothing. */
export const prefetchAround = async (calendar: CalendarSource, monday: string): Promise<void> => {
  for (const neighbour of neighbourMondays(monday)) await queryClient.prefetchQuery(weekQuery(calendar, neighbour))
}

/** What a month shows: the marked days of it and of the weeks it begins and ends in, in one request without lessons. */
export const monthQuery = (calendar: CalendarSource, month: string) => {
  const [from, to] = rangeOfMonth(month)
  return queryOptions({
    queryKey: [...marksKey(calendar), month],
    queryFn: async () => monthMarks(from, to, await readMarks(calendar, { from, to })),
    ...freshness(calendar),
    gcTime: KEPT_MS,
    structuralSharing: false,
  })
}

/** Fetches the months beside one ahead. */
export const prefetchMonthsAround = async (calendar: CalendarSource, month: string): Promise<void> => {
  for (const step of [1, -1]) await queryClient.prefetchQuery(monthQuery(calendar, addMonths(month, step)))
}

/** Every block-out and note there is. Fetched each time the dialog opens, and kept up to date while it is open. */
export const allMarksQuery = (calendar: CalendarSource) =>
  queryOptions({
    queryKey: [...marksKey(calendar), 'all'],
    queryFn: async () => monthMarks('0000-01-01', '9999-12-31', await api.marks({ query: schoolWide(calendar) })),
    gcTime: 0,
    structuralSharing: false,
  })

/** One's own day as it is and its history, page by page; fetched each time the history is opened. */
export const historyQuery = (calendar: CalendarSource, date: string) =>
  infiniteQueryOptions({
    queryKey: [...calendarKey(calendar), 'history', date],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: before }) => {
      const past = api.history({ query: { date, before, ...schoolWide(calendar) } })
      const [[day], changes] = await Promise.all([readDays(calendar, { date }), past])
      return { current: day ? ownDay(day) : null, changes }
    },
    getNextPageParam: ({ changes }) => (changes.length === HISTORY_PAGE ? changes.at(-1)?.operationId : undefined),
    gcTime: 0,
  })

/** Asks the server for one day. Throws {@link RefusedCall}. */
export const fetchDay = async (calendar: CalendarSource, date: string) => (await readDays(calendar, { date }))[0] ?? null
