/** Loads days from any number of weeks. Only dialogs need this, so it loads with them and not with the planner. */
import { useQueries } from '@tanstack/react-query'
import { mondayOf } from '#shared/dates.ts'
import { plannedWeek } from '#web/features/calendar/model/planned-week.ts'
import type { CalendarSource } from './calendar-ref.ts'
import { useColors } from './colors.ts'
import { usePendingEdits } from './pending.ts'
import { weekQuery } from './queries.ts'

/** Returns days by date, from any number of weeks. Omits days whose week isn't loaded yet. */
export const useDays = (calendar: CalendarSource, dates: readonly string[]) => {
  const mondays = [...new Set(dates.map(mondayOf))]
  const queries = useQueries({ queries: mondays.map((monday) => weekQuery(calendar, monday)) })
  const edits = usePendingEdits(calendar.id)
  const colors = useColors(calendar)
  const days = queries.flatMap(({ data }) => (data ? plannedWeek(data, edits, colors).days : []))
  // A week that is here shows what this device has of it.
  const failed = queries.find(({ data, error }) => error && !data)
  return {
    days: new Map(days.map((day) => [day.date, day])),
    error: failed?.error,
    isFetching: failed?.isFetching ?? false,
    refetch: () => void failed?.refetch(),
  }
}
