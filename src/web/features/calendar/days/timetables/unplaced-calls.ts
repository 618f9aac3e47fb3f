/** Reads, places and deletes unplaced lessons. Loads when the browser is idle, not with the planner. */
import { queryOptions } from '@tanstack/react-query'
import type { OperationResult } from '#shared/calendar/contract.ts'
import { unplacedLessons } from '#shared/timetables/unplaced/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { UNPLACED_KEY } from '#web/features/classes/data.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(unplacedLessons)

/** The query for the unplaced lessons of the signed-in user's own calendar. */
export const unplacedQuery = queryOptions({ queryKey: UNPLACED_KEY, queryFn: () => api.unplaced() })

export const sendUnplaced = async (edit: Extract<PendingEdit, { type: 'place' | 'drop-unplaced' }>): Promise<OperationResult> => {
  const params = { id: edit.lesson.id }
  if (edit.type === 'place') {
    const { date, blockId, id: operationId } = edit
    return api.placeUnplaced({ params, body: { date, operationId, ...(blockId !== undefined && { blockId }) } })
  }
  const { operationId } = await api.deleteUnplaced({ params, query: { operationId: edit.id } })
  return { operationId, entries: [], removed: [] }
}
