/**
 * Stores a day's previous state as a diff against the state after the change. Undo applies the diff to the current day. History goes back
 * from the current day, one change at a time.
 *
 * 1. `stateBefore(after, differenceOf(before, after))` equals `before` exactly.
 * 2. A diff only applies to the state that its change produced. Going back further requires applying every diff in between.
 */
import { isDeepStrictEqual } from 'node:util'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { CalendarRef, StoredBlock, StoredContent, StoredDay } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { bytesOf } from '#server/lib/json/pieces.ts'
import { type Marks, marksOf } from '#shared/calendar/rules.ts'
import { type Change, changesOn, type Image, pageOfChanges } from './queries.ts'
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

/**
 * Returns the diff from `after` back to `before`, or null if the day didn't exist before the change. Omit the blocks from both if the
 * change doesn't affect them.
 */
export const differenceOf = (before: (Before & { words?: number | undefined }) | null, after: After | null): DayBefore | null => {
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
    ...(!isPlanned && {
      blocks: before.blocks?.map((block) => blockBefore(block, there.get(block.id))) ?? [],
      ...(words !== undefined && { words }),
    }),
  }
}

/** Fixed overhead in bytes per change, for its id, date, and timestamp. */
const IMAGE_BYTES = 150

/** Returns the size of what is stored about a change to a day. */
export const sizeOfImage = (difference: DayBefore | null): number => IMAGE_BYTES + bytesOf(difference)

/** Returns what to store about a change to a day, with its size. */
export const imageOf = (date: string, before: Parameters<typeof differenceOf>[0], after: After | null): Image => {
  const difference = differenceOf(before, after)
  return { date, before: difference, bytes: sizeOfImage(difference) }
}

const withoutOrder = ({ order: _, ...block }: StoredBlock) => block

/** True if the change only removes content (blocks, a blocked date, a note). The remaining blocks may be reordered. */
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
  throw new Error('A stored change does not match the day that it produced')
}

const blockAgain = (before: BlockBefore, there: Map<string, StoredBlock>): StoredBlock => {
  if (typeof before === 'string') return there.get(before) ?? lost()
  const { id, title, description = there.get(id)?.description ?? lost(), ...others } = before
  // In the order in which blocks are stored, so that an undone day is the same text again.
  return { id, title, description, ...others }
}

/** Returns a day's marks before a change, given its marks after it. */
export const marksBefore = (after: Marks | null, { marks }: DayBefore): Marks => marks ?? (after ? marksOf(after) : lost())

/** Returns a day's content before a change, given the day's content after the change. */
export const contentBefore = (after: StoredContent | null, difference: DayBefore): StoredContent => {
  const there = byId(after?.blocks ?? [])
  const blocks = difference.blocks?.map((block) => blockAgain(block, there)) ?? after?.blocks ?? lost()
  return { ...marksBefore(after, difference), blocks }
}

type Whose = { userId: string | null; date: string }

/** Returns the state of a day before a change, given the day's content after the change. */
export const stateBefore = (after: StoredContent | null, difference: DayBefore | null, { userId, date }: Whose): StoredDay | null => {
  if (!difference) return null
  const { id, version, operationId } = difference
  return { id, userId, date, ...contentBefore(after, difference), version, operationId }
}

export type PastChange = Omit<Change, 'before'> & { before: StoredDay | null }

/** Reads the current day and the first page of its history in one snapshot. */
const startOf = (db: Db, calendar: CalendarRef, date: string) =>
  db.transaction(
    async (db) => {
      const [today = null] = await daysOn(db, calendar, [date])
      return { today, ...(await pageOfChanges(db, calendar, date, undefined)) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Yields the changes to one day, newest first, each with the day's state before it. */
async function* historyOf(db: Db, calendar: CalendarRef, date: string): AsyncGenerator<PastChange> {
  const { today, changes, next } = await startOf(db, calendar, date)
  async function* all() {
    yield* changes
    // Older changes are immutable, so they don't need the snapshot.
    if (next !== undefined) yield* changesOn(db, calendar, date, next)
  }
  let state: StoredDay | null = today
  for await (const { before, ...change } of all()) {
    state = stateBefore(state, before, { userId: calendar.userId, date })
    yield { ...change, before: state }
  }
}

type Page = { before: string | undefined; entries: number; bytes: number }

/**
 * Returns one page of {@link historyOf}, with at most `entries` changes and about `bytes` bytes, but at least one change. If `before` is
 * given, starts before that operation.
 */
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

/** For each date, the operations that produced the day's current state. Each of them can be undone. */
export type Makers = Map<string, ReadonlySet<string>>

type Done = { date: string; operationId: string; undoes: string | null }

/**
 * Returns the operations that produced each day's current state, given the day's operations, newest first. The latest operation always
 * counts. If it undid another operation, the day is back in the state before that operation, so the operations that produced that state
 * count as well.
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
