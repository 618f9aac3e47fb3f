/** Reads and updates the days in the query cache, as last confirmed by the server. */
import { useQuery } from '@tanstack/react-query'
import type { CalendarDay, OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { mondayOf } from '#shared/dates.ts'
import { type MonthMarks, markOf, ownMark, withMarks } from '#web/features/calendar/model/month-marks.ts'
import { type SavedWeek, withEntry } from '#web/features/calendar/model/planned-week.ts'
import { ownDay } from '#web/features/calendar/model/school-entry.ts'
import { OPERATIONS_KEY } from '#web/features/classes/data.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import type { CalendarId, CalendarSource } from './calendar-ref.ts'
import { areClosuresChanged, knownClosures } from './closures/known-closures.ts'
import { classWithEntries, mayStayOff, type SavedClass } from './of-class/class-days.ts'
import { calendarKey, classKey, closuresKey, fetchDay, marksKey, outlinesKey, showing, weekKey, weekQuery } from './queries.ts'

/** Returns a day without its school overlay, as last confirmed. Returns null if the day is empty, or undefined if its week isn't loaded. */
export const savedDay = (calendar: CalendarId, date: string): CalendarDay | null | undefined => {
  const week = queryClient.getQueryData<SavedWeek>(weekKey(calendar, mondayOf(date)))
  return week?.days.find((day) => day.date === date)?.entry
}

/** Returns a time block as last confirmed. */
export const savedBlock = (calendar: CalendarId, date: string, blockId: string): TimeBlock | undefined =>
  savedDay(calendar, date)?.blocks.find(({ id }) => id === blockId)

/** Returns a time block as last confirmed, and follows its changes. Loads nothing. */
export const useSavedBlock = (calendar: CalendarSource, date: string, blockId: string | undefined): TimeBlock | undefined => {
  const { data: week } = useQuery({ ...weekQuery(calendar, mondayOf(date)), enabled: false })
  const day = week?.days.find((day) => day.date === date)
  return day?.entry?.blocks.find(({ id }) => id === blockId)
}

/** Returns a day's own mark from a loaded month, for days whose week isn't loaded. */
export const savedMark = (calendar: CalendarId, date: string): DayMark | undefined =>
  queryClient.getQueriesData<MonthMarks>({ queryKey: marksKey(calendar) }).flatMap(([, month]) => ownMark(month?.days.get(date)) ?? [])[0]

const putInClasses = (calendar: CalendarId, days: ReadonlyMap<string, CalendarDay | null>): void => {
  const queryKey = classKey(calendar)
  const isUnsure = queryClient.getQueriesData<SavedClass>({ queryKey }).some(([, saved]) => saved && mayStayOff(saved, days))
  queryClient.setQueriesData<SavedClass>({ queryKey }, (saved) => saved && classWithEntries(saved, days))
  if (isUnsure) void queryClient.invalidateQueries({ queryKey })
}

/** Refetches where the plans of closed days are. Without any, a change of days can't add one. An older response may still be in flight. */
const reloadClosures = (calendar: CalendarId, isChanged = true): void =>
  void queryClient.invalidateQueries({
    queryKey: closuresKey(calendar),
    predicate: ({ state }) => state.fetchStatus === 'fetching' || (isChanged && (!Array.isArray(state.data) || state.data.length > 0)),
  })

const putEntries = (calendar: CalendarId, days: ReadonlyMap<string, CalendarDay | null>): void => {
  for (const [date, entry] of days)
    queryClient.setQueryData<SavedWeek>(weekKey(calendar, mondayOf(date)), (week) => week && withEntry(week, date, entry))
  const marks = new Map(
    [...days].map(([date, entry]) => {
      const own = entry && ownDay(entry)
      return [date, own && markOf(own)]
    }),
  )
  queryClient.setQueriesData<MonthMarks>({ queryKey: marksKey(calendar) }, (month) => month && withMarks(month, marks))
  putInClasses(calendar, days)
}

/** Writes the current state of days to the cache. Restarts in-flight queries, because their results may be older. */
export const putDays = (calendar: CalendarId, { entries, removed }: Pick<OperationResult, 'entries' | 'removed'>): void => {
  const days = new Map<string, CalendarDay | null>(entries.map((entry) => [entry.date, entry]))
  for (const date of removed) days.set(date, null)
  const changed = new Map([...days].map(([date, after]) => [date, { before: savedDay(calendar, date), after: after && ownDay(after) }]))
  putEntries(calendar, days)
  void queryClient.invalidateQueries({ queryKey: outlinesKey(calendar) })
  void queryClient.invalidateQueries({ queryKey: OPERATIONS_KEY })
  reloadClosures(calendar, areClosuresChanged(knownClosures(calendar), changed))
  void queryClient.invalidateQueries({
    queryKey: calendarKey(calendar),
    predicate: ({ state }) => state.fetchStatus === 'fetching',
    refetchType: 'all',
  })
}

/** Refetches a day. If a save stored a newer version in the meantime, the cache keeps that version. Throws {@link RefusedCall}. */
export const refreshDay = async (calendar: CalendarSource, date: string): Promise<void> => {
  const before = savedDay(calendar, date)
  const now = await fetchDay(calendar, date)
  if ((now?.version ?? 0) !== (before?.version ?? 0) && savedDay(calendar, date) === before) putEntries(calendar, new Map([[date, now]]))
}

/** Refetches active and in-flight queries that show days whose new state isn't known. Marks inactive queries as stale. */
export const reloadDays = async (calendar: CalendarId, dates: readonly string[]): Promise<void> => {
  const queryKey = calendarKey(calendar)
  const isShowing = showing(dates)
  void queryClient.invalidateQueries({ queryKey: OPERATIONS_KEY })
  reloadClosures(calendar)
  await queryClient.invalidateQueries({ queryKey, predicate: isShowing, refetchType: 'none' })
  await queryClient.refetchQueries({
    queryKey,
    predicate: (query) => isShowing(query) && (query.isActive() || query.state.fetchStatus === 'fetching'),
  })
}
