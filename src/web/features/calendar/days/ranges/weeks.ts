/** Loads many weeks at once. Only printing needs them, so this loads with it and not with the planner. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { addDays, mondayOf } from '#shared/dates.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { useColors } from '#web/features/calendar/days/colors.ts'
import { usePendingEdits } from '#web/features/calendar/days/pending.ts'
import { outlinesKey, readDays, weekKey } from '#web/features/calendar/days/queries.ts'
import { isSameList, type PlannedWeek, plannedWeek, type SavedWeek, savedWeek } from '#web/features/calendar/model/planned-week.ts'
import { isOffline } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

/** The longest time that planning weeks may keep the page busy, in ms. */
const BUSY_MS = 12

/** Returns the weeks that have entries, in order. */
export const savedWeeks = (entries: readonly CalendarDay[]): SavedWeek[] => {
  const byMonday = new Map<string, CalendarDay[]>()
  for (const entry of entries) {
    const monday = mondayOf(entry.date)
    const week = byMonday.get(monday)
    if (week) week.push(entry)
    else byMonday.set(monday, [entry])
  }
  return [...byMonday].sort(([a], [b]) => (a < b ? -1 : 1)).map(([monday, week]) => savedWeek(monday, week))
}

/** Returns the weeks of a date range that are loaded, or undefined if one of them isn't. */
const loadedWeeks = (calendar: CalendarSource, from: string, to: string): SavedWeek[] | undefined => {
  const weeks: SavedWeek[] = []
  // A range that begins on a weekend has nothing in the week before.
  for (let monday = mondayOf(addDays(from, 2)); monday <= to; monday = addDays(monday, 7)) {
    const week = queryClient.getQueryData<SavedWeek>(weekKey(calendar, monday))
    if (!week) return undefined
    weeks.push(week)
  }
  return weeks
}

/** Reads the weeks of a date range. Without a network, as this device has them, if it has them all. Throws {@link RefusedCall}. */
const readWeeks = async (calendar: CalendarSource, from: string, to: string): Promise<SavedWeek[]> => {
  try {
    return savedWeeks(await readDays(calendar, { from, to }))
  } catch (error) {
    const loaded = isOffline(error) ? loadedWeeks(calendar, from, to) : undefined
    if (loaded) return loaded
    throw error
  }
}

/** The query for the weeks of a date range of up to 400 days, in a single request. Weeks without entries are left out. */
const weeksQuery = (calendar: CalendarSource, from: string, to: string) =>
  queryOptions({
    queryKey: [...outlinesKey(calendar), `${from} ${to}`, 'weeks'],
    queryFn: () => readWeeks(calendar, from, to),
    gcTime: 0,
    structuralSharing: false,
  })

type Range = { from: string; to: string }

/** Returns the weeks of a date range as shown on screen. Plans them in short steps, because a year takes longer than a frame. */
export const useWeeks = (calendar: CalendarSource, { from, to }: Range, { enabled }: { enabled: boolean }) => {
  const { data: saved, error, isFetching, refetch } = useQuery({ ...weeksQuery(calendar, from, to), enabled })
  const edits = usePendingEdits(calendar.id)
  const colors = useColors(calendar)
  const [planned, setPlanned] = useState<{ of: readonly SavedWeek[]; weeks: readonly PlannedWeek[] }>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const weeks: PlannedWeek[] = []
    const go = () => {
      if (!saved) return
      const start = performance.now()
      while (weeks.length < saved.length && performance.now() - start < BUSY_MS) {
        const week = saved[weeks.length]
        if (week) weeks.push(plannedWeek(week, edits, colors))
      }
      if (weeks.length < saved.length) timer = setTimeout(go)
      else setPlanned((now) => (now?.of === saved && isSameList(now.weeks, weeks) ? now : { of: saved, weeks }))
    }
    go()
    return () => clearTimeout(timer)
  }, [saved, edits, colors])
  return { data: planned?.of === saved ? planned?.weeks : undefined, error, isFetching, refetch }
}
