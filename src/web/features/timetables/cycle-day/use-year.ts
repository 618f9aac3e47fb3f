import { useQuery } from '@tanstack/react-query'
import type { Timetable } from '#shared/timetables/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { type Effect, effectOf, type NumberChange } from './effect.ts'

/** Returns a timetable's days off, and a function that returns what a number does, as far as the lessons are loaded. */
export const useYear = (timetable: Timetable) => {
  const today = useToday(useUser().timezone)
  const classes = useClasses()
  const { data, error } = useQuery(outlineQuery(useCalendar(), timetable.firstDay, timetable.lastDay))
  const off = data && new Set(data.days.flatMap(({ date, isBlocked }) => (isBlocked ? date : [])))
  return {
    /** True once the lessons are loaded, or if they can't be. */
    isReady: data !== undefined || error !== null,
    isOff: (date: string): boolean => (off ? off.has(date) : timetable.numbers[date] === undefined),
    effectOf: (change: NumberChange): Effect | undefined => data && effectOf(timetable, change, { days: data.days, classes, today }),
  }
}
