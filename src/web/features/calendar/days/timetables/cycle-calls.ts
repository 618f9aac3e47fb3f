import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Timetable, timetables } from '#shared/timetables/contract.ts'
import { dateInWords } from '#shared/timetables/numbering/rules.ts'
import { client } from '#web/lib/net/api.ts'
import { useWasIdle } from '#web/lib/time/when-idle.ts'

const api = client(timetables)
const NONE: readonly Timetable[] = []

/** Loads the user's timetables, in order. */
export const timetablesQuery = queryOptions({ queryKey: ['timetables'], queryFn: () => api.timetables() })

/** Returns a function that names a date as 'Day 3' or 'Week B', or '' if it has no such name or that isn't known yet. */
export const useDateInWords = (): ((date: string) => string) => {
  // The week on screen doesn't wait for it.
  const { data = NONE } = useQuery({ ...timetablesQuery, enabled: useWasIdle() })
  return useCallback((date) => dateInWords(data, date), [data])
}
