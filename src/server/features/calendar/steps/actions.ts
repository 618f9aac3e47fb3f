/** Turns edits of days into the steps that carry them out. Each edit receives the state that it replaces. */
import { type Makers, makersOf } from '#server/features/calendar/history/actions.ts'
import { lastOperations } from '#server/features/calendar/history/queries.ts'
import * as query from '#server/features/calendar/queries.ts'
import { requireModestDay } from '#server/features/calendar/quota/actions.ts'
import { makeWordCounter, type WordCounts } from '#server/features/calendar/search/actions.ts'
import { shownOn } from '#server/features/calendar/shown/queries.ts'
import type { CalendarRef, StoredBlock, StoredContent, StoredDay } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { bytesOf } from '#server/lib/json/pieces.ts'
import { type Marks, marksOf, NO_MARKS } from '#shared/calendar/rules.ts'

type ExpectedDay = {
  date: string
  /** The version that the caller last saw, or undefined to overwrite any version. */
  version?: number | undefined
  /** The id that the day must still have. */
  id?: string
  /** The operation that must have produced the day's current state. */
  madeBy?: string
}
/** Maps the current day (null if empty) to its new content, or to null to remove it. `words` is its indexed word count, if known. */
export type DayEdit = ExpectedDay & { to: (day: StoredDay | null) => (StoredContent & { id?: string; words?: number | undefined }) | null }
/** Changes a day's marks without loading its lessons. */
export type MarkEdit = ExpectedDay & { marksTo: (day: Marks | null) => Marks }

const stale = async (db: Db, calendar: CalendarRef, date: string): Promise<never> => {
  throw new Refused('stale', undefined, { date, current: (await shownOn(db, calendar, date)) ?? null })
}

type Identity = Pick<StoredDay, 'id' | 'version'>

/** Returns false if the edit is based on a stale version or operation. Throws `not_found` if the date now has a different day id. */
const isCurrent = (edit: ExpectedDay, day: Identity | null, makers: ReadonlySet<string> | undefined): boolean => {
  if (edit.id !== undefined && day?.id !== edit.id) throw new Refused('not_found')
  if (edit.version !== undefined && edit.version !== (day?.version ?? 0)) return false
  return edit.madeBy === undefined || makers?.has(edit.madeBy) === true
}

/** Number of operations per day to look back through for undone operations when checking an undo. A tab can undo 20 steps. */
const MAX_OPERATIONS_BACK = 100

/** A change to one day. `before` and `after` omit the blocks if the change doesn't affect them. */
export type DayTransition = {
  date: string
  before: (Marks & Identity & Pick<StoredDay, 'operationId'> & { blocks?: StoredBlock[]; words: number }) | null
  after: (Marks & { id?: string | undefined; blocks?: StoredBlock[] }) | null
  /** Size of the day's content before and after the change. */
  bytes: { before: number; after: number }
  words: WordCounts
  /** Bytes read and written by the change and its undo. */
  moved: number
}

/** Yields the steps for edits that change lessons, one page of days at a time. */
async function* daySteps(db: Db, calendar: CalendarRef, edits: readonly DayEdit[], makers: Makers): AsyncGenerator<DayTransition[]> {
  const countWords = makeWordCounter()
  let left = [...edits].sort((a, b) => (a.date < b.date ? -1 : 1))
  while (left.length > 0) {
    const { days, sizes, isFull } = await query.pageOfDays(
      db,
      calendar,
      left.map(({ date }) => date),
    )
    const byDate = new Map(days.map((day) => [day.date, day]))
    const end = isFull ? days.at(-1)?.date : undefined
    const isOnPage = ({ date }: ExpectedDay) => end === undefined || date <= end
    let steps: DayTransition[] = []
    let written = 0
    for (const edit of left.filter(isOnPage)) {
      const { date } = edit
      const day = byDate.get(date) ?? null
      if (!isCurrent(edit, day, makers.get(date))) await stale(db, calendar, date)
      const next = edit.to(day)
      const after = next && { ...marksOf(next), blocks: next.blocks, id: next.id }
      if (calendar.schoolId !== null && after?.blocks.length)
        throw new Refused('refused_by_rule', 'School calendars can’t hold lessons. Add days off or notes instead.')
      const size = sizes.get(date) ?? { bytes: 0, words: 0 }
      const bytes = { before: size.bytes, after: after ? bytesOf({ ...marksOf(after), blocks: after.blocks }) : 0 }
      const words = await countWords(day, after, { before: size.words, after: next?.words })
      requireModestDay({ bytes: bytes.after, words: words.after })
      steps.push({ date, before: day && { ...day, words: size.words }, after, bytes, words, moved: bytes.before + bytes.after })
      written += bytes.after
      // Empty days all fit on one page, so limit the bytes written as well.
      if (written < query.PAGE_BYTES) continue
      yield steps
      steps = []
      written = 0
    }
    if (steps.length > 0) yield steps
    left = left.filter((edit) => !isOnPage(edit))
  }
}

/** Returns the steps for edits that change only marks. */
async function markSteps(db: Db, calendar: CalendarRef, edits: readonly MarkEdit[], makers: Makers): Promise<DayTransition[]> {
  const days = await query.markedDaysOn(
    db,
    calendar,
    edits.map(({ date }) => date),
  )
  const byDate = new Map(days.map((day) => [day.date, day]))
  const countWords = makeWordCounter()
  const steps: DayTransition[] = []
  for (const edit of edits) {
    const { date } = edit
    const day = byDate.get(date) ?? null
    if (!isCurrent(edit, day, makers.get(date))) await stale(db, calendar, date)
    const after = edit.marksTo(day && marksOf(day))
    const before = day?.bytes ?? bytesOf({ ...NO_MARKS, blocks: [] })
    const [was, is] = [bytesOf(day ? marksOf(day) : NO_MARKS), bytesOf(after)]
    const words = await countWords(day, after, { before: day?.words ?? 0 })
    steps.push({ date, before: day, after, bytes: { before: day ? before : 0, after: before + is - was }, words, moved: was + is })
  }
  return steps
}

/** Yields the steps of edits, page by page. Throws `stale`, `not_found`, `refused_by_rule`, and any error that an edit throws. */
export async function* stepsOf(db: Db, calendar: CalendarRef, edits: readonly (DayEdit | MarkEdit)[]): AsyncGenerator<DayTransition[]> {
  const dates = edits.filter(({ madeBy }) => madeBy !== undefined).map(({ date }) => date)
  const makers = dates.length > 0 ? makersOf(await lastOperations(db, calendar, dates, MAX_OPERATIONS_BACK)) : new Map()
  const [dayEdits, markEdits]: [DayEdit[], MarkEdit[]] = [[], []]
  for (const edit of edits) 'to' in edit ? dayEdits.push(edit) : markEdits.push(edit)
  yield* daySteps(db, calendar, dayEdits, makers)
  if (markEdits.length > 0) yield await markSteps(db, calendar, markEdits, makers)
}
