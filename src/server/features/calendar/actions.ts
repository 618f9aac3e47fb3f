/**
 * All changes to calendar days are made through this file.
 *
 * 1. An operation changes all of its days or none, in one transaction.
 * 2. Changes to a calendar are serialized by a lock, so each edit receives the state that it replaces.
 * 3. The state that a change overwrites is stored with the operation for 30 days. Undo and History read it. Only this file writes it.
 * 4. If a version, id, or operation is stale, the whole operation is rejected. An edit never overwrites a change that the user hasn't seen.
 * 5. Lesson HTML is already sanitized at this point, because only sanitizing produces its type.
 * 6. Quotas are checked here against counters on the calendar. A full calendar can still be read, exported, and reduced.
 * 7. An operation can also change records: classes, timetables and unplaced lessons (records/). Undo restores both.
 * 8. The saves of one sitting are one operation, which the first of them began (sittings/).
 * 9. Only one page of days is in memory at a time, regardless of the number and size of the days.
 */
import type { Db } from '#server/lib/db/client.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type JsonPieces, objectWith } from '#server/lib/json/pieces.ts'
import type { DayChange, OperationKind, OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import type { Does, OperationAbout } from '#shared/calendar/operations/contract.ts'
import { changedMarks, type Marks, marksOf, NO_MARKS } from '#shared/calendar/rules.ts'
import { isRemoval } from './history/actions.ts'
import { insertImages } from './history/queries.ts'
import { makeSummary, recordChanged } from './operations/actions.ts'
import * as query from './queries.ts'
import { type Quota, requireModest, requireRoom } from './quota/actions.ts'
import { type RecordEdit, recordSteps, sizeOfSteps, writeRecords } from './records/actions.ts'
import { repeated } from './repeated/actions.ts'
import { makeWordKeeper } from './search/actions.ts'
import { isShownAsStored, pagesOfDays } from './shown/queries.ts'
import { continueSitting } from './sittings/actions.ts'
import { type DayEdit, type DayTransition, type MarkEdit, stepsOf } from './steps/actions.ts'
import type { CalendarRef, StoredBlock, StoredContent, StoredDay } from './tables.ts'

export type { DayEdit, MarkEdit }

/**
 * An edit that can add or remove a day off. `closes` is true if it makes the day a day off, false if it opens the day, and missing if it
 * does neither. `hasLessons` is true if it writes the day's lessons.
 */
export type ClosingEdit = (DayEdit | MarkEdit) & { closes?: boolean | undefined; hasLessons?: boolean }
/** Returns the changes that follow from days off, because they renumber a timetable. The calendar is locked. */
export type Renumber = (db: Db, calendar: CalendarRef, closing: { edits: readonly ClosingEdit[]; now: Date }) => Promise<Changes>

/** An operation without its changes. */
export type OperationParts = {
  /** Chosen by the client. Repeating a request with the same id changes nothing. */
  id?: string | undefined
  calendar: CalendarRef
  actor: string
  kind: OperationKind
  /** The operation's subject, if its days don't show it. */
  does?: Does
  /** The id of the operation to undo. */
  undoes?: string
  /** Hash of what the caller sent, if the days don't show it. */
  request?: string
  /** Chosen by the client. Saves of one sitting are one change. Not for changes that depend on other days. */
  sitting?: string | undefined
  now: Date
  quota: Quota
}
type Operation = OperationParts & (Changes | Plan)
export type Changes = {
  edits: readonly (DayEdit | MarkEdit)[]
  records?: readonly RecordEdit[]
  /** The plans that move, for the list of changes. */
  plans?: OperationAbout['plans']
}
/** Returns the changes once the calendar is locked, for changes that depend on other days. `version` is the calendar's. */
type Plan = { plan: (db: Db, version: number) => Promise<Changes> }

/** Result of an operation. `entries` contains the resulting days, or is undefined if they are too large to hold in memory. */
export type Changed = { operationId: string; entries: StoredDay[] | undefined; dates: string[]; removed: string[] }

/** Sanitizes the blocks' descriptions. The default `clean` throws `refused_by_rule` for text that can't be stored. */
export const cleanBlocks = async <B extends Pick<TimeBlock, 'description'>>(blocks: readonly B[], clean = cleanInTurn) => {
  const cleaned: (B & Pick<StoredBlock, 'description'>)[] = []
  for (const block of blocks) cleaned.push({ ...block, description: await clean(block.description) })
  return cleaned
}

type Decided = DayTransition & { isFindable: boolean }
const hasBlocks = (step: Decided): step is Decided & { after: Marks & { blocks: StoredBlock[] } } => step.after?.blocks !== undefined

/** Writes a page of steps. Returns the resulting days that have lessons, the written dates, and the removed dates. */
const writeSteps = async (
  db: Db,
  calendar: CalendarRef,
  operation: { id: string; version: number; at: Date },
  steps: readonly Decided[],
) => {
  const stamp = { version: operation.version, operationId: operation.id, changedAt: operation.at }
  const rows = steps.filter(hasBlocks).map(({ date, after, bytes, words, isFindable }) => {
    const hasAlert = after.blocks.some((block) => block.hasAlert && !block.usual?.isLeftOut)
    return { ...after, hasAlert, date, bytes: bytes.after, words: words.after, isFindable, ...stamp }
  })
  const marked = steps.flatMap(({ date, after, bytes, words, isFindable }) =>
    after && !after.blocks ? [{ ...marksOf(after), date, bytes: bytes.after, words: words.after, isFindable, ...stamp }] : [],
  )
  const removed = steps.filter(({ after }) => !after).map(({ date }) => date)
  const entries = rows.length > 0 ? await query.upsertDays(db, calendar, rows) : []
  if (marked.length > 0) await query.upsertMarks(db, calendar, marked)
  if (removed.length > 0) await query.deleteDays(db, calendar, removed)
  return { entries, dates: [...rows, ...marked].map(({ date }) => date), removed }
}

/**
 * Changes days of one calendar in one atomic operation. Throws `stale` (with the date and the current day), `not_found`, `refused_by_rule`
 * (the calendar is full), and any error that an edit throws.
 */
export const changeDays = (
  db: Db,
  { id, calendar, actor, kind, does, undoes, request, sitting, now, quota, ...change }: Operation,
): Promise<Changed> =>
  db.transaction(async (db) => {
    const used = await query.lockCalendar(db, calendar)
    if (!used) throw new Refused('not_found')
    const parts = { id, kind, undoes, request }
    const ofSitting = 'edits' in change && sitting ? { sitting, sittingSince: now } : {}
    const inserted = await query.insertOperation(db, { ...parts, ...ofSitting, calendarId: calendar.id, actorId: actor, createdAt: now })
    if (!inserted) return repeated(db, { ...parts, calendar, actor }, 'edits' in change ? change.edits : undefined)
    const { edits, records = [], plans = null } = 'plan' in change ? await change.plan(db, used.version) : change
    const continued = await continueSitting(db, calendar, { ...inserted, ...ofSitting, actor, now }, edits)
    used.historyBytes -= continued.freed
    const operation = { ...inserted, id: continued.operationId }
    const changed = { operationId: operation.id, entries: [] as StoredDay[], dates: [] as string[], removed: [] as string[] }
    let isSmall = true
    const written = { bytes: 0, words: 0 }
    const recordsToWrite = await recordSteps(db, calendar, records)
    const summary = makeSummary({ does, plans, record: recordChanged(recordsToWrite) })
    if (recordsToWrite.length > 0) {
      const { moved, isRemoval: isLess, ...more } = sizeOfSteps(recordsToWrite)
      await requireRoom(db, calendar, quota, { used, ...more, isRemoval: isLess })
      await writeRecords(db, calendar, operation, recordsToWrite)
      if (edits.length === 0) await query.describeOperation(db, operation, summary.about())
      written.bytes += moved
      if (records.length > 1 && undoes === undefined) requireModest(written, kind)
      used.lessonBytes += more.lessons
      used.historyBytes += more.history
    }
    const keeper = makeWordKeeper(db, calendar)
    for await (const page of stepsOf(db, calendar, [...edits, ...continued.kept])) {
      const images = page.map(continued.imageOf)
      for (const [index, step] of page.entries()) summary.add(continued.wholeOf(step), images[index]?.before ?? null)
      const steps = keeper.decide(page.filter(continued.isWritten))
      const lessons = steps.reduce((sum, { bytes }) => sum + bytes.after - bytes.before, 0)
      const history = images.reduce((sum, { bytes }) => sum + bytes, 0)
      const words = steps.reduce((sum, { words }) => sum + words.after - words.before, 0)
      written.bytes += steps.reduce((sum, { moved }) => sum + moved, 0)
      written.words += steps.reduce((sum, { words }) => sum + words.brought, 0)
      // A single day always fits, and an undo never exceeds the operation it reverts.
      if (edits.length > 1 && undoes === undefined) requireModest(written, kind)
      await requireRoom(db, calendar, quota, { used, lessons, history, words, isRemoval: steps.every(isRemoval) })
      await insertImages(db, calendar, { operation, images, lessonBytes: lessons, words, about: summary.about() })
      used.lessonBytes += lessons
      used.historyBytes += history
      used.words += words
      const { entries, dates, removed } = await writeSteps(db, calendar, { ...operation, at: now }, steps)
      await keeper.keep(steps)
      isSmall &&= dates.length === entries.length && changed.dates.length === 0
      if (isSmall) changed.entries.push(...entries)
      changed.dates.push(...dates)
      changed.removed.push(...removed)
    }
    for (const list of [changed.dates, changed.removed]) list.sort()
    changed.entries.sort((a, b) => (a.date < b.date ? -1 : 1))
    const hasRecords = recordsToWrite.length > 0
    query.announceDays(db, calendar, { ...inserted, previous: used.version, dates: [...changed.dates, ...changed.removed], hasRecords })
    return isSmall ? changed : { ...changed, entries: undefined }
  })

/** Builds the response for an operation from the current days and `more`. Large results are streamed page by page. */
export const resultOf = <Result extends OperationResult>(
  db: Db,
  calendar: CalendarRef,
  { operationId, entries, dates, removed }: Changed,
  more: Omit<Result, keyof OperationResult>,
): Result | JsonPieces<Result> => {
  const result = { operationId, removed, ...more }
  if (entries && isShownAsStored(calendar)) return { ...result, entries } as unknown as Result
  return objectWith<Result>(result as Partial<Result>, 'entries', pagesOfDays(db, calendar, dates))
}

/** Content of a day that hasn't been saved yet. */
export const EMPTY_DAY: StoredContent = { ...NO_MARKS, blocks: [] }

/** Returns the day with a change applied. Blocked state, note, and blocks are independent of each other. Omitted parts keep their value. */
export const applyChange = (
  day: StoredContent | null,
  { blocks, ...marks }: Omit<DayChange, 'blocks'> & { blocks?: StoredBlock[] | undefined },
): StoredContent => ({
  ...changedMarks(day, marks),
  blocks: blocks ?? day?.blocks ?? [],
})
