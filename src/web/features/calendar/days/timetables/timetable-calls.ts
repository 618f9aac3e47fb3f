/** Reads and sends timetables. Loaded with their page, not with the planner. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { shown } from '#shared/calendar/shown/contract.ts'
import { type CycleDayResult, timetables } from '#shared/timetables/contract.ts'
import { timetablePreviews } from '#shared/timetables/preview/contract.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { outlinesKey } from '#web/features/calendar/days/queries.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'
import { sendToSchool } from './school-calls.ts'

const api = client({ ...timetables, ...timetablePreviews, ...shown })

/** The query for the lessons of a date range without their text, in a single request. Keeps the previous range while another one loads. */
export const outlineQuery = (calendar: CalendarId, from: string, to: string) =>
  queryOptions({
    queryKey: [...outlinesKey(calendar), `${from} ${to}`],
    queryFn: () => api.outline({ query: { from, to } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    structuralSharing: false,
  })

/** The query for the days of a date range with their texts, in a single request. */
export const textsQuery = (calendar: CalendarId, from: string, to: string) =>
  queryOptions({
    queryKey: [...outlinesKey(calendar), `${from} ${to}`, 'texts'],
    queryFn: () => api.days({ query: { from, to } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    structuralSharing: false,
  })

export const sendTimetable = async ({ id: operationId, call }: Extract<PendingEdit, { type: 'timetable' }>): Promise<OperationResult> => {
  if (call.is === 'new') return api.createTimetable({ body: { ...call.body, operationId } })
  if (call.is === 'change') return api.changeTimetable({ params: { id: call.id, date: call.from }, body: { ...call.body, operationId } })
  return sendToSchool(call, operationId)
}

export const sendCycleDay = ({ id: operationId, date, day }: Extract<PendingEdit, { type: 'cycle-day' }>): Promise<CycleDayResult> =>
  api.setCycleDay({ params: { date }, body: { day, operationId } })
