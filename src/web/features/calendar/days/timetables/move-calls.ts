/** Sends moves of plans. Loads with the menu of a lesson. */
import { type MoveResult, moves } from '#shared/moves/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(moves)

export const sendMove = ({ id: operationId, kind, date, block }: Extract<PendingEdit, { type: 'move-plan' }>): Promise<MoveResult> =>
  api.move({ body: { kind, date, blockId: block.id, operationId } })
