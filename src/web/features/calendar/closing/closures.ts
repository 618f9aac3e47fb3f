/** The closed days of the user's own calendar whose plans moved on. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addDays, addMonths, formatDay, monthOf } from '#shared/dates.ts'
import type { Closure } from '#shared/moves/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { closuresQuery } from '#web/features/calendar/days/closures/closure-calls.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useWasIdle } from '#web/lib/time/when-idle.ts'

const NONE: readonly Closure[] = []

/** Returns the closures of the month of a date and the month before, as far as they are loaded. */
const useClosures = (date: string): readonly Closure[] => {
  const calendar = useCalendar()
  const isIdle = useWasIdle()
  const hasClasses = useClasses().length > 0
  const month = monthOf(date)
  const query = closuresQuery(calendar, addMonths(month, -1), addDays(addMonths(month, 1), 6))
  return useQuery({ ...query, enabled: isIdle && hasClasses && calendar.kind === 'own' }).data ?? NONE
}

export type ClosureOf = (date: string) => Closure | undefined

/** Returns the closure of a day, and the day that each moved lesson comes from, such as 'Wed', by the lesson's id. */
export const useClosedDays = (date: string): { closureOf: ClosureOf; cameFrom: ReadonlyMap<string, string> } => {
  const closures = useClosures(date)
  return useMemo(
    () => ({
      closureOf: (day) => closures.find(({ dates, moves }) => dates.includes(day) && moves.length > 0),
      cameFrom: new Map(
        closures.flatMap(({ moves }) => moves.map(({ blockId, from }) => [blockId, formatDay(from.date, 'weekday')] as const)),
      ),
    }),
    [closures],
  )
}
