/** Reads and sends repeats. Loaded with the dialog, not with the planner. */

import { queryOptions } from '@tanstack/react-query'
import { addDays, LAST_DAY } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { Applied } from '#shared/templates/apply/contract.ts'
import { type DaySummary, repeats } from '#shared/templates/repeats/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { calendarKey } from './queries.ts'

const api = client(repeats)

/** The query for a summary of each day in the year that starts on `from`, by date. Omits empty days. Fetched each time the dialog opens. */
export const sketchesQuery = (calendar: Pick<CalendarRef, 'id'>, from: string) =>
  queryOptions({
    queryKey: [...calendarKey(calendar), 'sketches', from],
    queryFn: async (): Promise<ReadonlyMap<string, DaySummary>> => {
      const aYearOn = addDays(from, MAX.repeatedDays - 1)
      const sketches = await api.sketches({ query: { from, to: aYearOn < LAST_DAY ? aYearOn : LAST_DAY } })
      return new Map(sketches.map((sketch) => [sketch.date, sketch]))
    },
    gcTime: 0,
    structuralSharing: false,
  })

export const sendRepeat = async ({ id, patterns, days, mode }: Extract<PendingEdit, { type: 'repeat' }>): Promise<Applied> => {
  const body = { patterns: patterns.map((lessons) => [...lessons]), days: [...days], mode, operationId: id }
  const { operationId, days: outcomes } = await api.repeat({ body })
  return { operationId, entries: [], removed: [], days: outcomes }
}
