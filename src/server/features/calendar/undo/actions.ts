import {
  type Changed,
  type Changes,
  changeDays,
  type DayEdit,
  type MarkEdit,
  type OperationParts,
} from '#server/features/calendar/actions.ts'
import { contentBefore, marksBefore } from '#server/features/calendar/history/actions.ts'
import { imagesOfOperation } from '#server/features/calendar/history/queries.ts'
import type { DayBefore } from '#server/features/calendar/history/tables.ts'
import type { RecordEdit } from '#server/features/calendar/records/actions.ts'
import { recordImagesOf } from '#server/features/calendar/records/queries.ts'
import { type Content, changedSince, takenBack } from '#server/features/calendar/records/undo/actions.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'

export const UNDO_IS_OVER = 'It’s too late to undo this change.'

/**
 * Undoes an operation. Throws `not_found` if its history has expired, and `stale` if its days or what it changed in records have changed
 * since.
 */
export const undoOperation = (
  db: Db,
  { operationId, ...operation }: Omit<OperationParts, 'kind' | 'undoes'> & { operationId: string },
): Promise<Changed> => {
  const { calendar } = operation
  const plan = async (db: Db): Promise<Changes> => {
    const images = await imagesOfOperation(db, calendar, operationId)
    const recordImages = await recordImagesOf(db, calendar, operationId)
    if (images.length + recordImages.length === 0) throw new Refused('not_found', UNDO_IS_OVER)
    const edits = images.map(({ date, before }) => ({ date, madeBy: operationId, ...undoing(before) }))
    const records = recordImages.map(({ id, kind, before, isLatest, after }) => {
      const to = (now: Content): Content => {
        const content = takenBack(kind, { before, after: isLatest ? now : after, now })
        if (content === undefined) throw new Refused('stale', changedSince({ kind, content: now ?? after ?? before } as Named))
        return content
      }
      return { id, kind, to } as RecordEdit
    })
    return { edits, records }
  }
  return changeDays(db, { ...operation, kind: 'undo', undoes: operationId, plan })
}

type Named = Parameters<typeof changedSince>[0]

const undoing = (before: DayBefore | null): Pick<DayEdit, 'to'> | Pick<MarkEdit, 'marksTo'> => {
  if (!before) return { to: () => null }
  if (!before.blocks) return { marksTo: (day) => marksBefore(day, before) }
  return { to: (day) => ({ ...contentBefore(day, before), id: before.id, words: before.words }) }
}
