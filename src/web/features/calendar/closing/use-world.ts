import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, mondayOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { lastDateFor } from '#shared/moves/plan/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import type { World } from './closure-view.ts'

/** Loads what closing these days can change: the rest of the year, without texts. `isFailed` is true if that isn't possible now. */
export const useWorld = (from: string, to: string): { world: World | undefined; isFailed: boolean } => {
  const calendar = useCalendar()
  const today = useToday(useUser().timezone)
  const classes = useClasses()
  const years = useQuery(timetablesQuery)
  const first = mondayOf(from)
  const [last, most] = [lastDateFor(years.data ?? [], to), addDays(first, MAX.timetableDays - 1)]
  const outline = useQuery({ ...outlineQuery(calendar, first, last < most ? last : most), enabled: years.data !== undefined })
  const isKnown = years.data !== undefined && outline.data !== undefined && !outline.isPlaceholderData
  const days = isKnown ? outline.data.days : undefined
  const world = useMemo(
    () => (days ? { days, timetables: years.data ?? [], classes, today } : undefined),
    [days, years.data, classes, today],
  )
  return {
    world,
    isFailed: !isKnown && (years.error ?? outline.error) !== null,
  }
}
