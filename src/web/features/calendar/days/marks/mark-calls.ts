/** Reads the days off and notes of months and ranges, and shows them with pending edits. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { shown } from '#shared/calendar/shown/contract.ts'
import { addMonths } from '#shared/dates.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import type { AskedRange } from '#web/features/calendar/days/others-calls.ts'
import { usePendingEdits } from '#web/features/calendar/days/pending.ts'
import { freshness, isOfOthers, KEPT_MS, marksKey, rangeOfMonth, schoolWide } from '#web/features/calendar/days/queries.ts'
import type { Shown } from '#web/features/calendar/days/shown.ts'
import { type MonthMarks, marksWith, monthMarks } from '#web/features/calendar/model/month-marks.ts'
import { client } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const api = client(shown)

const readMarks = async (calendar: CalendarSource, range: AskedRange) =>
  isOfOthers(calendar)
    ? (await import('#web/features/calendar/days/others-calls.ts')).othersMarks(calendar, range)
    : api.marks({ query: { ...range, ...schoolWide(calendar) } })

/** The query for a month: the marked days of the month and of its first and last weeks, in a single request without lessons. */
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

/** The query for the marked days of a date range, up to 400 days, in a single request. */
const rangeQuery = (calendar: CalendarSource, from: string, to: string) =>
  queryOptions({
    queryKey: [...marksKey(calendar), `${from} ${to}`],
    queryFn: async () => monthMarks(from, to, await readMarks(calendar, { from, to })),
    ...freshness(calendar),
    gcTime: KEPT_MS,
    structuralSharing: false,
  })

/** Prefetches the next and the previous month. */
export const prefetchMonthsAround = async (calendar: CalendarSource, month: string): Promise<void> => {
  for (const step of [1, -1]) await queryClient.prefetchQuery(monthQuery(calendar, addMonths(month, step)))
}

/** The query for all block-outs and notes. Fetched each time the dialog opens, and kept up to date while the dialog is open. */
const allMarksQuery = (calendar: CalendarSource) =>
  queryOptions({
    queryKey: [...marksKey(calendar), 'all'],
    queryFn: async () => monthMarks('0000-01-01', '9999-12-31', await api.marks({ query: schoolWide(calendar) })),
    gcTime: 0,
    structuralSharing: false,
  })

/** Returns the block-outs and notes of a month, given its first day. */
export const useMonth = (calendar: CalendarSource, month: string, { enabled = true }: { enabled?: boolean } = {}): Shown<MonthMarks> => {
  const { data: saved, error, isFetching, refetch } = useQuery({ ...monthQuery(calendar, month), enabled })
  const edits = usePendingEdits(calendar.id)
  return { data: saved && marksWith(saved, edits), error, isFetching, refetch }
}

/** Returns the block-outs and notes of a date range. */
export const useRangeMarks = (calendar: CalendarSource, from: string, to: string): Shown<MonthMarks> => {
  const { data: saved, error, isFetching, refetch } = useQuery(rangeQuery(calendar, from, to))
  const edits = usePendingEdits(calendar.id)
  return { data: saved && marksWith(saved, edits), error, isFetching, refetch }
}

/** Returns all block-outs and notes of a calendar. */
export const useAllMarks = (calendar: CalendarSource): Shown<MonthMarks> => {
  const { data: saved, error, isFetching, refetch } = useQuery(allMarksQuery(calendar))
  const edits = usePendingEdits(calendar.id)
  return { data: saved && marksWith(saved, edits), error, isFetching, refetch }
}
