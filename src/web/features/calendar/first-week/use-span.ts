import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { weekdayOf } from '#shared/dates.ts'
import { schoolYearQuery } from '#web/features/calendar/days/timetables/school-calls.ts'
import { useUser } from '#web/features/people/data.ts'
import { type End, endsOf, type Span } from './usual-plan.ts'

/**
 * Returns on which weekdays and until when a typed day repeats. Until the teacher chooses, a week repeats until the end of the school's
 * year, or for four weeks if that isn't known, and a single day doesn't repeat.
 */
export const useSpan = (
  days: readonly string[],
): { span: Span; ends: End[]; isOneDay: boolean; change: (change: Partial<Span>) => void } => {
  const [from = ''] = days
  const isOneDay = days.length === 1
  const { data: school } = useQuery({ ...schoolYearQuery, enabled: useUser().schoolId !== null })
  const ends = endsOf(from, isOneDay, school?.year?.lastDay)
  const [weekdays, setWeekdays] = useState<readonly number[]>(() => days.map(weekdayOf))
  const [chosen, setChosen] = useState<string>()
  const until = chosen ?? (ends.find(({ isUsual }) => isUsual)?.date || from)
  const span = useMemo(() => ({ from, weekdays, until }), [from, weekdays, until])
  const change = (part: Partial<Span>) => {
    if (part.weekdays) setWeekdays(part.weekdays)
    if (part.until !== undefined) setChosen(part.until)
  }
  return { span, ends, isOneDay, change }
}
