/** Reads and sends closures: closed days whose plans moved on. */
import { queryOptions } from '@tanstack/react-query'
import { type MoveResult, moves, type OpeningPreview } from '#shared/moves/contract.ts'
import type { CalendarId } from '#web/features/calendar/days/calendar-ref.ts'
import { closuresKey } from '#web/features/calendar/days/queries.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(moves)
type Opening = Extract<PendingEdit, { type: 'opening' }>

/** Loads the closures of a range that moved plans, with where the plans are now. */
export const closuresQuery = (calendar: CalendarId, from: string, to: string) =>
  queryOptions({ queryKey: [...closuresKey(calendar), `${from} ${to}`], queryFn: () => api.closures({ query: { from, to } }) })

/** Loads the days that the user's school closed, or opened again, and about which the user hasn't answered. */
export const schoolClosuresQuery = queryOptions({
  // Refetched with the other questions of the school, and after each change of records.
  queryKey: [...timetablesQuery.queryKey, 'school', 'closed'],
  queryFn: () => api.schoolClosures(),
})

/** Loads which plans would come back if days open. */
export const previewOpening = ({ from, to, only }: Pick<Opening, 'from' | 'to' | 'only'>): Promise<OpeningPreview> =>
  api.previewOpening({ body: { from, to, plans: 'bringBack', ...(only && { dates: [...only] }) } })

export const sendClosure = (edit: Extract<PendingEdit, { type: 'closure' }>): Promise<MoveResult> => {
  const { id: operationId, from, to, text, only, choices } = edit
  const more = { ...(text !== null && { blockedText: text }), ...(only && { dates: [...only] }) }
  return api.close({ body: { from, to, choices: [...choices], operationId, ...more } })
}

export const sendOpening = ({ id: operationId, from, to, only, plans }: Opening): Promise<MoveResult> =>
  api.open({ body: { from, to, plans, operationId, ...(only && { dates: [...only] }) } })
