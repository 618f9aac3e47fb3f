import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addDays, formatDay, isDay, LAST_DAY } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { laterLessons, sharedChanges } from '#shared/timetables/later/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { type BlockDraft, problemsOf } from '#web/features/calendar/model/block-draft.ts'
import type { LaterLessons } from '#web/features/calendar/model/edits.ts'
import { useClasses } from '#web/features/classes/data.ts'

const NOTHING = { title: false, times: false, classId: false }

/** The offer in the lesson's dialog to change later lessons that share the old title or times. */
export type LaterChoice = {
  /** True while there are such lessons, and the title and times are valid. */
  isOffered: boolean
  isWanted: boolean
  setWanted: (isWanted: boolean) => void
  /** The fields that later lessons get. */
  gets: typeof NOTHING
  /** The number of lessons until the end date. */
  count: number
  until: string
  setUntil: (until: string) => void
  first: string
  last: string
  problem: string | undefined
  /** The lessons to change. Undefined if there are none, or if the teacher doesn't want it. */
  wanted: LaterLessons | undefined
}

/**
 * Finds the later lessons that share what the teacher changes in a lesson. Loads the coming days once, without their texts, when the title
 * or a time first changes. Ends with the timetable, or with the last such lesson, unless the teacher chooses a date.
 */
export const useLaterLessons = (date: string, before: TimeBlock | null, after: BlockDraft): LaterChoice => {
  const calendar = useCalendar()
  const classes = useClasses()
  const [isWanted, setWanted] = useState(false)
  const [chosen, setUntil] = useState<string | null>(null)
  const gets = before ? sharedChanges({ before, after }) : NOTHING
  const isChanged = calendar.kind === 'own' && (gets.title || gets.times)
  const first = addDays(date, 1)
  const limit = addDays(date, MAX.timetableDays)
  const last = limit < LAST_DAY ? limit : LAST_DAY
  const { data: outline } = useQuery({ ...outlineQuery(calendar, first, last), enabled: isChanged && first <= last })
  const { data: timetables = [] } = useQuery({ ...timetablesQuery, enabled: isChanged })

  const days = outline && before && isChanged ? laterLessons(outline.days, { date, until: last, before, after }, classes) : []
  const { title, startTime, endTime } = problemsOf(after)
  const isOffered = days.length > 0 && title === undefined && startTime === undefined && endTime === undefined
  const end = timetables.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)?.lastDay ?? ''
  const until = chosen ?? (days.some((day) => day.date <= end) ? (end < last ? end : last) : (days.at(-1)?.date ?? ''))
  const isValid = isDay(until) && until >= first && until <= last
  const changing = isValid ? days.filter((day) => day.date <= until) : []
  const isMissing = isOffered && isWanted && !isValid
  return {
    isOffered,
    isWanted,
    setWanted,
    gets,
    count: changing.reduce((sum, { blocks }) => sum + blocks.length, 0),
    until,
    setUntil,
    first,
    last,
    problem: isMissing ? `Choose a day from ${formatDay(first, 'monthDay')} to ${formatDay(last, 'long')}` : undefined,
    wanted:
      isOffered && isWanted && changing.length > 0
        ? { until, days: changing.map(({ date, blocks }) => ({ date, ids: blocks.map(({ id }) => id) })) }
        : undefined,
  }
}
