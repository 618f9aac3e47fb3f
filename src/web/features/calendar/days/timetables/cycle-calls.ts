import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { type Timetable, timetables } from '#shared/timetables/contract.ts'
import type { dateInWords } from '#shared/timetables/numbering/rules.ts'
import { lazyModule } from '#web/lib/lazy-part.tsx'
import { client } from '#web/lib/net/api.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { useWasIdle } from '#web/lib/time/when-idle.ts'

const api = client(timetables)
const NONE: readonly Timetable[] = []

/** Loads the user's timetables, in order. */
export const timetablesQuery = queryOptions({ queryKey: ['timetables'], queryFn: () => api.timetables() })

/** How dates are named, once a timetable needs it. */
const naming = createStore<{ nameOf: typeof dateInWords } | null>(null)
const numbering = lazyModule(() => import('#shared/timetables/numbering/rules.ts'))

/** Returns a function that names a date as 'Day 3' or 'Week B', or '' if it has no such name or that isn't known yet. */
export const useDateInWords = (): ((date: string) => string) => {
  // The week on screen doesn't wait for it.
  const { data = NONE } = useQuery({ ...timetablesQuery, enabled: useWasIdle() })
  const named = useStore(naming)
  const isNeeded = data.length > 0 && named === null
  useEffect(() => {
    if (isNeeded) void numbering().then((rules) => naming.set({ nameOf: rules.dateInWords }))
  }, [isNeeded])
  return useCallback((date) => named?.nameOf(data, date) ?? '', [data, named])
}
