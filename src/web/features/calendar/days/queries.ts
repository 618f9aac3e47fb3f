/** Reads calendars. The query cache stores days as the server returned them, and {@link ./shown.ts} derives the rest. */
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { shown } from '#shared/calendar/shown/contract.ts'
import { addDays, addMonths, mondayOf } from '#shared/dates.ts'
import { savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { CLOSURES_KEY } from '#web/features/classes/data.ts'
import { client } from '#web/lib/net/api.ts'
import type { CalendarId, CalendarSource } from './calendar-ref.ts'
import type { AskedDays } from './others-calls.ts'

const api = client(shown)
/** How long an off-screen week stays cached. */
export const KEPT_MS = 60 * 60_000
/** How long data stays fresh if other users can change the calendar. */
const OTHERS_KNOWN_MS = 30_000

/** Returns the query key prefix for all of a calendar's cached data. Invalidate it when the calendar changes elsewhere. */
export const calendarKey = ({ id }: CalendarId) => ['calendar', id]
export const marksKey = (calendar: CalendarId) => [...calendarKey(calendar), 'marks']
/** The lessons of single classes, each with its range of dates and its ID. */
export const classKey = (calendar: CalendarId) => [...calendarKey(calendar), 'class']
/** The prefix of the outlines that previews of a year use. They are fetched again after each change. */
export const outlinesKey = (calendar: CalendarId) => [...calendarKey(calendar), 'outline']
/** Closed days whose plans moved on. Fetched again after each change of records, and after changes of days that move their plans. */
export const closuresKey = ({ id }: CalendarId) => [CLOSURES_KEY, id]
export const weeksKey = (calendar: CalendarId) => [...calendarKey(calendar), 'week']
export const weekKey = (calendar: CalendarId, monday: string) => [...weeksKey(calendar), monday]

/** Returns a date range that covers every day that a month view shows, including the whole weeks at its start and end. */
export const rangeOfMonth = (month: string): [from: string, to: string] => [addDays(month, -6), addDays(addMonths(month, 1), 5)]

/** Returns a predicate for the queries that show one of these days: weeks, months, date ranges, classes, outlines, and the list of all marks. */
export const showing = (dates: readonly string[]): ((query: { queryKey: QueryKey }) => boolean) => {
  const mondays = new Set(dates.map(mondayOf))
  const isInRange = (when: string): boolean => {
    const [month = '', last] = when.split(' ')
    // A query that waits for its range has an empty one.
    const [from, to] = last === undefined ? rangeOfMonth(month) : [month, last]
    return dates.some((date) => date >= from && date <= to)
  }
  return ({ queryKey: [, , kind, when] }) => {
    if (kind === 'week') return mondays.has(String(when))
    return (kind === 'marks' || kind === 'class' || kind === 'outline') && (when === 'all' || isInRange(String(when)))
  }
}

/** Selects the school's calendar instead of the user's own, if `calendar` is the school's. */
export const schoolWide = ({ kind }: CalendarSource) => (kind === 'school' ? { schoolWideView: 'true' as const } : {})
/** True for the calendar of a colleague or of a teacher at the user's school. */
export const isOfOthers = ({ kind }: CalendarSource): boolean => kind === 'colleague' || kind === 'teacher'
/** Reads the days of a calendar that have entries, up to 400 dates in a single request. Throws {@link RefusedCall}. */
export const readDays = async (calendar: CalendarSource, range: AskedDays) =>
  isOfOthers(calendar)
    ? (await import('./others-calls.ts')).othersDays(calendar, range)
    : api.days({ query: { ...range, ...schoolWide(calendar) } })

/** Returns query options that refetch calendars that other users can change. The user's own calendar doesn't need this. */
export const freshness = (calendar: CalendarSource) =>
  calendar.kind === 'own' ? {} : ({ staleTime: OTHERS_KNOWN_MS, refetchOnWindowFocus: 'always' } as const)

export const personKey = (calendar: CalendarId) => [...calendarKey(calendar), 'person']
/** The query for the owner of another user's calendar, with the owner's classes. */
export const personQuery = (calendar: CalendarSource) =>
  queryOptions({
    queryKey: personKey(calendar),
    queryFn: async () => (await import('./others-calls.ts')).ownerOf(calendar),
    ...freshness(calendar),
  })

/** The query for one week of a calendar, in a single request. The week and day views both read this cache entry. */
export const weekQuery = (calendar: CalendarSource, monday: string) =>
  queryOptions({
    queryKey: weekKey(calendar, monday),
    queryFn: async () => savedWeek(monday, await readDays(calendar, { from: monday, to: addDays(monday, 4) })),
    ...freshness(calendar),
    gcTime: KEPT_MS,
    // Weeks are always replaced as a whole. `withEntry` reuses the objects of unchanged days.
    structuralSharing: false,
  })

/** Fetches one day from the server. Returns null if the day is empty. Throws {@link RefusedCall}. */
export const fetchDay = async (calendar: CalendarSource, date: string) => (await readDays(calendar, { date }))[0] ?? null
