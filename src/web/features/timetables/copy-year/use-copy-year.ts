import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addDays, isDay } from '#shared/dates.ts'
import { earlierYears, type LineUp, planYearCopy, readYears, type YearCopyPlan, type Years, yearFor } from '#shared/moves/years/rules.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { unplacedQuery } from '#web/features/calendar/days/timetables/unplaced-calls.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { bestWays, type Chosen, choicesFor, classesIn, copiesOf, problemWith } from './class-choices.ts'

const NONE: readonly Timetable[] = []
const ANY_DAY = '2000-01-01'

/** Returns the days of a timetable without their text, or undefined until they are loaded. */
const useOutline = (timetable: Timetable | undefined) => {
  const { firstDay = ANY_DAY, lastDay = ANY_DAY } = timetable ?? {}
  const query = useQuery({ ...outlineQuery(useCalendar(), firstDay, lastDay), enabled: timetable !== undefined })
  const { data, isPlaceholderData } = query
  const year = useMemo(
    () => (data && timetable && !isPlaceholderData ? { firstDay, lastDay, days: data.days } : undefined),
    [data, timetable, isPlaceholderData, firstDay, lastDay],
  )
  return { ...query, year }
}

const countsOf = (plan: YearCopyPlan | undefined) => {
  const counts = new Map<string, number>()
  for (const { classId, outcome } of plan?.plans ?? []) if (outcome === 'copied') counts.set(classId, (counts.get(classId) ?? 0) + 1)
  return counts
}

/** Returns the years, the teacher's choices, and what they do. */
export const useCopyYear = () => {
  const today = useToday(useUser().timezone)
  const classes = useClasses()
  const timetables = useQuery(timetablesQuery)
  const [yearId, setYearId] = useState<string>()
  const [day, setDay] = useState<string>()
  const [by, setBy] = useState<LineUp | 'best'>('best')
  const [chosen, setChosen] = useState<Readonly<Record<string, Chosen>>>({})

  const tomorrow = addDays(today, 1)
  const usual = yearFor(timetables.data ?? NONE, tomorrow)
  const from = day ?? (usual && usual.firstDay > tomorrow ? usual.firstDay : tomorrow)
  const now = isDay(from) ? yearFor(timetables.data ?? NONE, from) : undefined
  const earlier = now ? earlierYears(timetables.data ?? NONE, now) : []
  const last = earlier.find(({ id }) => id === yearId) ?? earlier[0]
  const [lastDays, nowDays] = [useOutline(last), useOutline(now)]

  const { data: waiting } = useQuery(unplacedQuery)
  const years = useMemo<Years | undefined>(
    () => lastDays.year && nowDays.year && { last: lastDays.year, now: nowDays.year, from, classes, waiting },
    [lastDays.year, nowDays.year, from, classes, waiting],
  )
  const read = useMemo(() => years && readYears(years), [years])
  const bestWay = useMemo(() => read && bestWays(read), [read])
  const choices = useMemo(
    () => years && bestWay && choicesFor(years, classes, { chosen, by, bestWay }),
    [years, classes, chosen, by, bestWay],
  )
  const plan = useMemo(() => read && choices && planYearCopy(read, copiesOf(choices)), [read, choices])
  const counts = useMemo(() => countsOf(plan), [plan])
  const targets = useMemo(() => (years ? classesIn(years.now.days, classes) : []), [years, classes])
  const copied = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    from,
    isDayWrong: !isDay(from),
    setDay,
    by,
    setBy: (way: LineUp | 'best') => {
      setBy(way)
      setChosen(Object.fromEntries(Object.entries(chosen).map(([id, { by: _, ...rest }]) => [id, rest])))
    },
    setYearId,
    choose: (ids: readonly string[], change: Chosen) =>
      setChosen({ ...chosen, ...Object.fromEntries(ids.map((id) => [id, { ...chosen[id], ...change }])) }),
    classes,
    isLoaded: timetables.data !== undefined,
    now,
    earlier,
    last,
    years,
    choices,
    targets,
    plan,
    counts,
    copied,
    problem: choices ? problemWith(choices, copied, classes) : null,
    failed: [timetables, lastDays, nowDays].find(({ error, data }) => error && !data),
  }
}
export type CopyYear = ReturnType<typeof useCopyYear>
