/**
 * What a day was before a change, kept as what the change took from it. Undo puts it back on the day as it is; History
 * goes back from today's state, change by change.
 *
 * 1. `stateBefore(after, differenceOf(before, after))` is `before`, to the letter.
 * 2. That holds for the day as the change left it: going back further means going through every change in between.
 */
import { isDeepStrictEqual } from 'node:util'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { CalendarRef, StoredBlock, StoredContent, StoredDay } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { bytesOf } from '#server/lib/json/pieces.ts'
import { type Marks, marksOf } from '#shared/calendar/rules.ts'
import { type Change, changesOn, pageOfChanges } from './queries.ts'
import type { BlockBefore, DayBefore } from './tables.ts'

const byId = (blocks: readonly StoredBlock[]): Map<string, StoredBlock> => new Map(blocks.map((block) => [block.id, block]))

const blockBefore = (before: StoredBlock, after: StoredBlock | undefined): BlockBefore => {
  if (isDeepStrictEqual(before, after)) return before.id
  if (before.description !== after?.description) return before
  const { description: _, ...rest } = before
  return rest
}

type Identity = Pick<StoredDay, 'id' | 'version' | 'operationId'>
type Before = Identity & Marks & { blocks?: StoredBlock[] }
type After = Marks & { blocks?: StoredBlock[] }

/** What a change takes from a day, given both without their blocks where it leaves those alone; null where there was none. */
export const differenceOf = (before: (Before & { words: number }) | null, after: After | null): DayBefore | null => {
  if (!before) return null
  const { id, version, operationId, words } = before
  const isMarked = after !== null && isDeepStrictEqual(marksOf(before), marksOf(after))
  const isPlanned = after !== null && isDeepStrictEqual(before.blocks, after.blocks)
  const there = byId(after?.blocks ?? [])
  return {
    id,
    version,
    operationId,
    ...(!isMarked && { marks: marksOf(before) }),
    ...(!isPlanned && { blocks: before.blocks?.map((block) => blockBefore(block, there.get(block.id))) ?? [], words }),
  }
}

const withoutOrder = ({ order: _, ...block }: StoredBlock) => block

/** Returns whether a change takes something away (blocks, a block-out, a note) and adds nothing. What is left may have another order. */
export const isRemoval = ({ before, after }: { before: Before | null; after: After | null }): boolean => {
  if (!after) return true
  if (!before) return false
  const isCleared = (is: boolean, text: string | null, was: string | null) => !is || text === was
  if (!isCleared(after.isBlocked, after.blockedText, before.blockedText) || !isCleared(after.hasNote, after.noteText, before.noteText))
    return false
  const there = byId(before.blocks ?? [])
  const isLess = (after.blocks ?? []).length < there.size || (before.isBlocked && !after.isBlocked) || (before.hasNote && !after.hasNote)
  return (
    isLess &&
    (after.blocks ?? []).every((block) => {
      const was = there.get(block.id)
      return was !== undefined && isDeepStrictEqual(withoutOrder(block), withoutOrder(was))
    })
  )
}

const lost = (): never => {
  throw new Error('A change of a day does not fit the day that it left')
}

const blockAgain = (before: BlockBefore, there: Map<string, StoredBlock>): StoredBlock => {
  if (typeof before === 'string') return there.get(before) ?? lost()
  const { description = there.get(before.id)?.description ?? lost(), ...rest } = before
  return { ...rest, description }
}

/** The marks that a change took, put back on what it left. */
export const marksBefore = (after: Marks | null, { marks }: DayBefore): Marks => marks ?? (after ? marksOf(after) : lost())

/** What a day held before a change, given what the change left. */
export const contentBefore = (after: StoredContent | null, difference: DayBefore): StoredContent => {
  const there = byId(after?.blocks ?? [])
  const blocks = difference.blocks?.map((block) => blockAgain(block, there)) ?? after?.blocks ?? lost()
  return { ...marksBefore(after, difference), blocks }
}

type Whose = { userId: string | null; date: string }

/** The day before a change, given what the change left. */
export const stateBefore = (after: StoredContent | null, difference: DayBefore | null, { userId, date }: Whose): StoredDay | null => {
  if (!difference) return null
  const { id, version, operationId } = difference
  return { id, userId, date, ...contentBefore(after, difference), version, operationId }
}

export type PastChange = Omit<Change, 'before'> & { before: StoredDay | null }

/** Today's day and the first page of what led to it, of one moment. */
const startOf = (db: Db, calendar: CalendarRef, date: string) =>
  db.transaction(
    async (db) => {
      const [today = null] = await daysOn(db, calendar, [date])
      return { today, ...(await pageOfChanges(db, calendar, date, undefined)) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** The changes of one day, newest first, each with the day as it was before. */
async function* historyOf(db: Db, calendar: CalendarRef, date: string): AsyncGenerator<PastChange> {
  const { today, changes, next } = await startOf(db, calendar, date)
  async function* all() {
    yield* changes
    // What is older never changes.
    if (next !== undefined) yield* changesOn(db, calendar, date, next)
  }
  let state: StoredDay | null = today
  for await (const { before, ...change } of all()) {
    state = stateBefore(state, before, { userId: calendar.userId, date })
    yield { ...change, before: state }
  }
}

type Page = { before: string | undefined; entries: number; bytes: number }

/** A page of {@link historyOf}: so many entries at most, and so many bytes, but always one; those before an operation, if it is named. */
export const historyPage = async (db: Db, calendar: CalendarRef, date: string, { before, entries, bytes }: Page): Promise<PastChange[]> => {
  const page: PastChange[] = []
  let room = bytes
  let isReached = before === undefined
  for await (const change of historyOf(db, calendar, date)) {
    if (isReached) {
      room -= bytesOf(change)
      if (page.length > 0 && room < 0) break
      if (page.push(change) === entries) break
    } else isReached = change.operationId === before
  }
  return page
}

/** By date, the operations that made the day as it is: any of them can be taken back. */
export type Makers = Map<string, ReadonlySet<string>>

type Done = { date: string; operationId: string; undoes: string | null }

/**
 * Returns which operations made each day as it is, given its operations, the latest first. The last one did. Where that one
 * took another back, the day is as it was before that other one, so whatever made it then made it now too.
 */
export const makersOf = (operations: readonly Done[]): Makers => {
  const byDate = new Map<string, Done[]>()
  for (const done of operations) byDate.set(done.date, [...(byDate.get(done.date) ?? []), done])
  return new Map(
    [...byDate].map(([date, done]) => {
      const makers = new Set<string>()
      for (let place = 0; place >= 0 && place < done.length; ) {
        const { operationId, undoes } = done[place] as Done
        makers.add(operationId)
        const undone = undoes === null ? -1 : done.findIndex((one) => one.operationId === undoes)
        place = undone < 0 ? -1 : undone + 1
      }
      return [date, makers]
    }),
  )
}
