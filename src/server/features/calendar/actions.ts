/**
 * The one door through which calendar days change.
 *
 * 1. An operation changes all of its days or none, in one transaction.
 * 2. Changes of one person's calendar follow one another (their row is locked), so what `to` is given is what it replaces.
 * 3. The state before is kept with the operation for 30 days: Undo and History read it, and nothing else may write it.
 * 4. A version, id or operation that no longer holds refuses the whole operation; nobody's change is overwritten unseen.
 * 5. Lesson HTML is clean before it comes here, whoever brings it: its type is made by cleaning alone.
 */
import { lockUser } from '#server/features/accounts/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import type { CalendarDay, DayChange, DayContent, OperationKind, OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import { daysOn, deleteDays, insertImages, insertOperation, lastOperations, upsertDays } from './queries.ts'
import type { StoredBlock, StoredContent, StoredDay } from './tables.ts'

export type DayEdit = {
  date: string
  /** What the day becomes, given what it is (null: nothing is there); null removes it. */
  to: (day: StoredDay | null) => (StoredContent & { id?: string }) | null
  /** The version the caller knows; undefined when it knows none and overwrites knowingly. */
  version?: number | undefined
  /** The id the day must still have. */
  id?: string
  /** The operation that must have been the last to change the day. */
  madeBy?: string
}

type Operation = { owner: string; actor: string; kind: OperationKind; edits: DayEdit[]; now: Date }

/** The blocks with their texts cleaned. Throws `refused_by_rule` for a text that cannot be kept. */
export const cleanBlocks = async <B extends Pick<TimeBlock, 'description'>>(blocks: readonly B[]) => {
  const clean: (B & Pick<StoredBlock, 'description'>)[] = []
  for (const block of blocks) clean.push({ ...block, description: await cleanInTurn(block.description) })
  return clean
}

/** What of a day is written, whatever else an edit hands back with it. */
const content = ({ isBlocked, blockedText, hasNote, noteText, blocks }: StoredContent): StoredContent => ({
  isBlocked,
  blockedText,
  hasNote,
  noteText,
  blocks,
})

const demandCurrent = (edit: DayEdit, day: CalendarDay | null, lastOperation: string | undefined): void => {
  if (edit.id !== undefined && day?.id !== edit.id) throw new Refused('not_found')
  const isStale = edit.version !== undefined && edit.version !== (day?.version ?? 0)
  const isOvertaken = edit.madeBy !== undefined && edit.madeBy !== lastOperation
  if (isStale || isOvertaken) throw new Refused('stale', undefined, { date: edit.date, current: day })
}

/**
 * Changes days of one person's calendar as one operation.
 * Throws `stale` (with the date and the day as it is), `not_found`, or whatever an edit refuses; then nothing has changed.
 */
export const changeDays = (db: Db, { owner, actor, kind, edits, now }: Operation): Promise<OperationResult> =>
  db.transaction(async (db) => {
    if (!(await lockUser(db, owner))) throw new Refused('not_found')
    const dates = edits.map((edit) => edit.date)
    const before = new Map((await daysOn(db, owner, dates)).map((day) => [day.date, day]))
    const needsLast = edits.some((edit) => edit.madeBy !== undefined)
    const last = new Map(needsLast ? (await lastOperations(db, owner, dates)).map((row) => [row.date, row.operationId]) : [])

    const changes = edits.map((edit) => {
      const day = before.get(edit.date) ?? null
      demandCurrent(edit, day, last.get(edit.date))
      const after = edit.to(day)
      return { date: edit.date, day, id: after?.id, after: after && content(after) }
    })

    const operation = await insertOperation(db, { ownerId: owner, actorId: actor, kind, createdAt: now })
    await insertImages(
      db,
      changes.map(({ date, day }) => ({ operationId: operation.id, ownerId: owner, date, before: day })),
    )
    const rows = changes.flatMap(({ date, id, after }) =>
      after ? [{ ...after, ...(id && { id }), ownerId: owner, date, version: operation.version, operationId: operation.id }] : [],
    )
    const removed = changes.filter(({ after }) => !after).map(({ date }) => date)
    const entries = rows.length > 0 ? await upsertDays(db, rows) : []
    if (removed.length > 0) await deleteDays(db, owner, removed)
    entries.sort((a, b) => (a.date < b.date ? -1 : 1))
    return { operationId: operation.id, entries, removed }
  })

export const DEFAULT_BLOCKED_TEXT = 'Blocked Out'

/** A day that holds nothing yet. */
export const EMPTY_DAY: StoredContent = { isBlocked: false, blockedText: null, hasNote: false, noteText: null, blocks: [] }

type Mark = Omit<DayChange, 'blocks'>

const block = (day: DayContent, { isBlocked = day.isBlocked, blockedText }: Mark): Pick<DayContent, 'isBlocked' | 'blockedText'> =>
  isBlocked
    ? { isBlocked, blockedText: (blockedText === undefined ? day.blockedText : blockedText)?.trim() || DEFAULT_BLOCKED_TEXT }
    : { isBlocked, blockedText: null }

const note = (day: DayContent, { hasNote = day.hasNote, noteText }: Mark): Pick<DayContent, 'hasNote' | 'noteText'> => {
  const text = (noteText === undefined ? day.noteText : noteText)?.trim()
  return hasNote && text ? { hasNote, noteText: text } : { hasNote: false, noteText: null }
}

/**
 * The day with what a change brings. Block-out, note and time blocks are independent: what is not brought stays.
 * A block-out without a text reads 'Blocked Out'; a note without a text is no note (see {@link isNoteWithoutText}).
 */
export const applyChange = (
  day: StoredContent | null,
  { blocks, ...mark }: Mark & { blocks?: StoredBlock[] | undefined },
): StoredContent => {
  const from = day ?? EMPTY_DAY
  return { ...block(from, mark), ...note(from, mark), blocks: blocks ?? from.blocks }
}

/** True for a change that asks for a note and leaves the day without a text for it. */
export const isNoteWithoutText = (day: DayContent | null, change: Mark): boolean =>
  change.hasNote === true && !note(day ?? EMPTY_DAY, change).hasNote
