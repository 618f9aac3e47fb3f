/** Days as they are shown: as the server last confirmed them, with the edits that are on their way. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { mondayOf } from '#shared/dates.ts'
import { type MonthMarks, marksWith } from '#web/features/calendar/model/month-marks.ts'
import { dayOfWeek, type PlannedDay, type PlannedWeek, plannedWeek, type SavedWeek } from '#web/features/calendar/model/planned-week.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { CalendarId, CalendarSource } from './calendar-ref.ts'
import { pendingEdits, usePendingEdits } from './pending.ts'
import { allMarksQuery, monthQuery, weekKey, weekQuery } from './queries.ts'
import { titleHues, useTitleHues } from './title-hues.ts'

/** What a page needs of a query: its data as it is shown, or why there is none. */
type Shown<Data> = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> & { data: Data | undefined }
type Options = { enabled?: boolean }

/** The week that begins with `monday`. */
export const useWeek = (calendar: CalendarSource, monday: string, { enabled = true }: Options = {}): Shown<PlannedWeek> => {
  const { data: saved, error, isFetching, refetch } = useQuery({ ...weekQuery(calendar, monday), enabled })
  const edits = usePendingEdits(calendar.id)
  const chosen = useTitleHues()
  return { data: saved && plannedWeek(saved, edits, chosen), error, isFetching, refetch }
}

/** The block-outs and notes of a month, given as its first day. */
export const useMonth = (calendar: CalendarSource, month: string, { enabled = true }: Options = {}): Shown<MonthMarks> => {
  const { data: saved, error, isFetching, refetch } = useQuery({ ...monthQuery(calendar, month), enabled })
  const edits = usePendingEdits(calendar.id)
  return { data: saved && marksWith(saved, edits), error, isFetching, refetch }
}

/** All block-outs and notes of a calendar. */
export const useAllMarks = (calendar: CalendarSource): Shown<MonthMarks> => {
  const { data: saved, error, isFetching, refetch } = useQuery(allMarksQuery(calendar))
  const edits = usePendingEdits(calendar.id)
  return { data: saved && marksWith(saved, edits), error, isFetching, refetch }
}

/** Returns a school day as it is shown; undefined while its week is not loaded, and on a weekend. */
export const shownDay = (calendar: CalendarId, date: string): PlannedDay | undefined => {
  const week = queryClient.getQueryData<SavedWeek>(weekKey(calendar, mondayOf(date)))
  return week && dayOfWeek(plannedWeek(week, pendingEdits(calendar.id), titleHues()), date)
}

/** Returns a school day as it is shown, loading its week if need be; undefined on a weekend. Throws {@link RefusedCall}. */
export const loadDay = async (calendar: CalendarSource, date: string): Promise<PlannedDay | undefined> => {
  await queryClient.fetchQuery(weekQuery(calendar, mondayOf(date)))
  return shownDay(calendar, date)
}

/** Returns whether a day that is loaded has the time block, saved or on its way. */
export const hasBlock = (calendar: CalendarId, date: string, blockId: string): boolean =>
  Boolean(shownDay(calendar, date)?.lessons.some(({ block }) => block.id === blockId))
