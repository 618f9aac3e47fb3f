import { useCallback } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useDateInWords } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import './cycle-day.css'

/** Returns a function that names a date of the displayed calendar as 'Day 3' or 'Week B', or ''. Only the user's own timetable is known. */
export const useCycleDays = (): ((date: string) => string) => {
  const inWords = useDateInWords()
  const isOwn = useCalendar().kind === 'own'
  return useCallback((date) => (isOwn ? inWords(date) : ''), [isOwn, inWords])
}

/** The day's number in the cycle, or its week. Renders nothing if it has none. */
export const CycleDay = ({ date, className = '' }: { date: string; className?: string }) => {
  const words = useCycleDays()(date)
  return words !== '' && <span className={`cycle-day ${className}`}>{words}</span>
}
