/** Copies the plans of an earlier year. Loads with its dialog, not with the planner. */
import type { MoveResult } from '#shared/moves/contract.ts'
import { yearCopies } from '#shared/moves/years/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { client } from '#web/lib/net/api.ts'

const api = client(yearCopies)

export const sendYearCopy = ({ id: operationId, copy }: Extract<PendingEdit, { type: 'year-copy' }>): Promise<MoveResult> =>
  api.copyYear({ body: { ...copy, operationId } })
