import {
  type Changed,
  changeDays,
  type DayEdit,
  type MarkEdit,
  type OperationParts,
  operationDone,
} from '#server/features/calendar/actions.ts'
import { contentBefore, marksBefore } from '#server/features/calendar/history/actions.ts'
import { imagesOfOperation } from '#server/features/calendar/history/queries.ts'
import type { DayBefore } from '#server/features/calendar/history/tables.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { recordImagesOf } from '#server/features/calendar/records/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'

export const UNDO_IS_OVER = 'It’s too late to undo this change.'

/** Undoes an operation. Throws `stale` if its days have changed since, and `not_found` if its history has expired. */
export const undoOperation = async (
  db: Db,
  { operationId, ...operation }: Omit<OperationParts, 'kind' | 'undoes'> & { operationId: string },
): Promise<Changed> => {
  const done = operation.id === undefined ? undefined : await operationDone(db, operation.calendar, operation.id)
  if (done) return done
  const images = await imagesOfOperation(db, operation.calendar, operationId)
  const recordImages = await recordImagesOf(db, operation.calendar, operationId)
  if (images.length + recordImages.length === 0) throw new Refused('not_found', UNDO_IS_OVER)
  const edits = images.map(({ date, before }) => ({ date, madeBy: operationId, ...undoing(before) }))
  const records = recordImages.map(({ id, kind, before }) => ({ id, kind, madeBy: operationId, to: () => before }) as RecordEdit)
  return changeDays(db, { ...operation, kind: 'undo', undoes: operationId, edits, records })
}

const undoing = (before: DayBefore | null): Pick<DayEdit, 'to'> | Pick<MarkEdit, 'marksTo'> => {
  if (!before) return { to: () => null }
  if (!before.blocks) return { marksTo: (day) => marksBefore(day, before) }
  return { to: (day) => ({ ...contentBefore(day, before), id: before.id, words: before.words }) }
}
