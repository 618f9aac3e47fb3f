/**
 * Makes the saves of one sitting one change.
 *
 * 1. The first save of a sitting is an operation like any other. The saves after it continue it: what they overwrote is stored with it, as
 *    the difference to the days before the sitting. They keep their own rows, so that a repeated call is recognized.
 * 2. A save continues only the latest change of the same sitting, by the same person in the same calendar, and only while nothing else has
 *    changed its days since. Otherwise it begins a change of its own, which the next saves continue.
 * 3. The calendar is locked.
 */
import { imageOf, sizeOfImage, stateBefore } from '#server/features/calendar/history/actions.ts'
import { deleteImages, type Image, imagesOfOperation, lastOperations } from '#server/features/calendar/history/queries.ts'
import { countBytes } from '#server/features/calendar/queries.ts'
import type { DayEdit, DayTransition, MarkEdit } from '#server/features/calendar/steps/actions.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { continueOperation, operationOfSitting } from './queries.ts'

/** How long after its first save a change can be continued: four hours. */
const MOST_MS = 4 * 3_600_000
/** The most days of one change. A lesson that is being written can move to other days, but rarely does so twice. */
const MOST_DAYS = 5
/** The bytes that each further save of a sitting adds to the history, for its row. */
const ROW_BYTES = 150

type Save = { id: string; sitting?: string; actor: string; now: Date }
type Edits = readonly (DayEdit | MarkEdit)[]

/** A step from the day before the sitting. Its words are unknown if the saves before this one left the lessons as they were. */
type Whole = Pick<DayTransition, 'date' | 'after'> & {
  before: (Omit<NonNullable<DayTransition['before']>, 'words'> & { words?: number | undefined }) | null
}

type Continued = {
  /** The operation that has the change. */
  operationId: string
  /** Bytes of history that were deleted, and that the images contain again. */
  freed: number
  /** Edits that leave the other days of the change as they are. Their steps aren't written. */
  kept: readonly DayEdit[]
  isWritten: (step: DayTransition) => boolean
  /** Returns the step from the day before the sitting to the day after the save. */
  wholeOf: (step: DayTransition) => Whole
  imageOf: (step: DayTransition) => Image
}

const alone = (operationId: string): Continued => ({
  operationId,
  freed: 0,
  kept: [],
  isWritten: () => true,
  wholeOf: (step) => step,
  imageOf: ({ date, before, after }) => imageOf(date, before, after),
})

/** Returns the change that a save can continue, or undefined. */
const toContinue = async (db: Db, calendar: CalendarRef, { id, sitting, actor, now }: Save, edits: Edits) => {
  if (sitting === undefined) return undefined
  const since = new Date(now.getTime() - MOST_MS)
  const operation = await operationOfSitting(db, calendar, { sitting, actor, since, besides: id })
  const images = operation ? await imagesOfOperation(db, calendar, operation.id) : []
  const dates = images.map(({ date }) => date)
  if (!operation || dates.length === 0 || new Set([...dates, ...edits.map(({ date }) => date)]).size > MOST_DAYS) return undefined
  const last = await lastOperations(db, calendar, dates, 1)
  return last.every(({ operationId }) => operationId === operation.id) ? { id: operation.id, images } : undefined
}

/** Continues the change of a save's sitting, if there is one. Returns how to store what the save overwrites. */
export const continueSitting = async (db: Db, calendar: CalendarRef, save: Save, edits: Edits): Promise<Continued> => {
  const change = await toContinue(db, calendar, save, edits)
  if (!change) return alone(save.id)
  await continueOperation(db, save, change.id)
  await deleteImages(db, calendar, change.id)
  const freed = change.images.reduce((sum, { bytes }) => sum + bytes, 0)
  await countBytes(db, calendar, { lessons: 0, history: -freed })
  const images = new Map(change.images.map((image) => [image.date, image]))
  const edited = new Set(edits.map(({ date }) => date))
  const wholeOf = ({ date, before, after }: DayTransition): Whole => {
    const image = images.get(date)
    if (!image) return { date, before, after }
    const day = before && { ...before, userId: calendar.userId, date, blocks: before.blocks ?? [] }
    const first = stateBefore(day, image.before, { userId: calendar.userId, date })
    return { date, before: first && { ...first, words: image.before?.words }, after }
  }
  return {
    operationId: change.id,
    freed,
    kept: change.images.flatMap(({ date }) => (edited.has(date) ? [] : { date, to: (day) => day })),
    isWritten: ({ date }) => edited.has(date),
    wholeOf,
    imageOf: (step) => {
      const { before, after } = wholeOf(step)
      const image = imageOf(step.date, before, after)
      const old = images.get(step.date)
      const ofRows = (old ? old.bytes - sizeOfImage(old.before) : 0) + (step.date === change.images[0]?.date ? ROW_BYTES : 0)
      return { ...image, bytes: image.bytes + ofRows }
    },
  }
}
