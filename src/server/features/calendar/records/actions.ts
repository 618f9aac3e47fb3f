/** Changes a calendar's records as part of an operation: classes, timetables and unplaced lessons. Only `changeDays` calls this. */
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { bytesOf } from '#server/lib/json/pieces.ts'
import { MAX } from '#shared/limits.ts'
import { countRecords, deleteRecords, insertRecordImages, type RecordImage, recordsById, upsertRecords } from './queries.ts'
import type { RecordContent, RecordKind } from './tables.ts'

/** Maps a record's content (null if it doesn't exist) to its new content, or to null to delete it. */
export type RecordEdit<K extends RecordKind = RecordKind> = {
  [Kind in K]: {
    kind: Kind
    id: string
    to: (before: RecordContent[Kind] | null) => RecordContent[Kind] | null
  }
}[K]

/** The most records of each kind, and what the teacher can do about it. */
const LIMITS: Record<RecordKind, { most: number; message: string }> = {
  class: { most: MAX.classes, message: `A planner can have up to ${MAX.classes} classes. Delete one that you don’t teach anymore.` },
  timetable: {
    most: MAX.timetables,
    message: `A planner can have up to ${MAX.timetables} timetables. Change the one that you have instead.`,
  },
  unplaced: {
    most: MAX.unplaced,
    message: `You have too many unplaced lessons (the limit is ${MAX.unplaced.toLocaleString('en-US')}). Put some on a day, or delete them.`,
  },
  closure: {
    most: MAX.closures,
    message: 'Your planner has too many closed days. Unblock some that are over, and try again.',
  },
  bellSchedule: {
    most: MAX.bellSchedules,
    message: `You can have up to ${MAX.bellSchedules} bell schedules. Delete one that you don’t use anymore.`,
  },
  shortDay: {
    most: MAX.shortDays,
    message: 'Your planner has too many short days. Restore the usual times of some that are over, and try again.',
  },
  schoolYear: { most: 1, message: 'A school has one year at a time. Reload to see it.' },
}

type Content = RecordContent[RecordKind] | null
type RecordStep = { id: string; kind: RecordKind; before: Content; after: Content; bytes: { before: number; after: number } }

/** Fixed overhead in bytes per change, for its ids. */
const IMAGE_BYTES = 150

/**
 * Returns the steps of the edits, without those that change nothing. Throws `taken` if two edits have one id, and the edits' errors.
 */
export const recordSteps = async (db: Db, calendar: CalendarRef, edits: readonly RecordEdit[]): Promise<RecordStep[]> => {
  if (edits.length === 0) return []
  const ids = edits.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new Refused('taken')
  const there = new Map((await recordsById(db, calendar, ids)).map((record) => [record.id, record]))
  return edits.flatMap(({ id, kind, to }) => {
    const record = there.get(id)
    if (record && record.kind !== kind) throw new Refused('not_found')
    const before = record?.content ?? null
    const after = (to as (before: Content) => Content)(before)
    if (after === before) return []
    return [{ id, kind, before, after, bytes: { before: record?.bytes ?? 0, after: after ? bytesOf(after) : 0 } }]
  })
}

/** Returns how much the steps add to the calendar and to its history, in bytes. */
export const sizeOfSteps = (steps: readonly RecordStep[]) => ({
  lessons: steps.reduce((sum, { bytes }) => sum + bytes.after - bytes.before, 0),
  history: steps.reduce((sum, { bytes }) => sum + IMAGE_BYTES + bytes.before, 0),
  moved: steps.reduce((sum, { bytes }) => sum + bytes.before + bytes.after, 0),
  isRemoval: steps.every(({ after }) => after === null),
})

const requirePlaces = async (db: Db, calendar: CalendarRef, steps: readonly RecordStep[]): Promise<void> => {
  for (const kind of new Set(steps.filter(({ before }) => before === null).map(({ kind }) => kind)))
    if ((await countRecords(db, calendar, kind)) > LIMITS[kind].most) throw new Refused('refused_by_rule', LIMITS[kind].message)
}

/** Writes the steps and what they overwrote. Throws `refused_by_rule` if there are too many records. */
export const writeRecords = async (
  db: Db,
  calendar: CalendarRef,
  operation: { id: string; version: number },
  steps: readonly RecordStep[],
): Promise<void> => {
  const images = steps.map(
    ({ id: recordId, kind, before, bytes }): RecordImage => ({ recordId, kind, before, bytes: IMAGE_BYTES + bytes.before }),
  )
  await insertRecordImages(db, calendar, { operation, images, lessonBytes: sizeOfSteps(steps).lessons })
  const rows = steps.flatMap(({ id, kind, after, bytes }) =>
    after ? [{ id, kind, content: after, bytes: bytes.after, operationId: operation.id }] : [],
  )
  if (rows.length > 0) await upsertRecords(db, calendar, rows)
  const gone = steps.filter(({ after }) => !after).map(({ id }) => id)
  if (gone.length > 0) await deleteRecords(db, calendar, gone)
  await requirePlaces(db, calendar, steps)
}
