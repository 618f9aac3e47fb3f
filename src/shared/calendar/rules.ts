import type { DayChange, DayContent, TimeBlock } from './contract.ts'

/** A day's block-out and note, without its lessons. */
export type Marks = Pick<DayContent, 'isBlocked' | 'blockedText' | 'hasNote' | 'noteText'>

const DEFAULT_BLOCKED_TEXT = 'Blocked Out'
export const NOTE_MISSING = 'Please enter a description'

export const NO_MARKS: Marks = { isBlocked: false, blockedText: null, hasNote: false, noteText: null }

/** Returns only a day's marks, or empty marks if the day is null. */
export const marksOf = (day: Marks | null | undefined): Marks => {
  if (!day) return NO_MARKS
  const { isBlocked, blockedText, hasNote, noteText } = day
  return { isBlocked, blockedText, hasNote, noteText }
}

type MarkChange = Omit<DayChange, 'blocks'>

const blockOutOf = (day: Marks, { isBlocked = day.isBlocked, blockedText = day.blockedText }: MarkChange) =>
  isBlocked ? { isBlocked, blockedText: blockedText?.trim() || DEFAULT_BLOCKED_TEXT } : { isBlocked, blockedText: null }

const noteOf = (day: Marks, { hasNote = day.hasNote, noteText = day.noteText }: MarkChange) => {
  const text = noteText?.trim()
  return hasNote && text ? { hasNote, noteText: text } : { hasNote: false, noteText: null }
}

/**
 * Returns a day's marks with a change applied. Block-outs and notes are independent, and omitted fields keep their values. The reason for a
 * block-out defaults to 'Blocked Out'. A note without text is removed (see {@link isNoteWithoutText}).
 */
export const changedMarks = (day: Marks | null, change: MarkChange): Marks => {
  const from = day ?? NO_MARKS
  return { ...blockOutOf(from, change), ...noteOf(from, change) }
}

/** True if a change adds a note but leaves the day without any note text. */
export const isNoteWithoutText = (day: Marks | null, change: MarkChange): boolean =>
  change.hasNote === true && !noteOf(day ?? NO_MARKS, change).hasNote

/** Sorts blocks by start time, then by the teacher's custom order. Used both on screen and in print. */
export const inDayOrder = <B extends Pick<TimeBlock, 'startTime'> & { order?: number | undefined }>(blocks: readonly B[]): B[] =>
  [...blocks].sort((a, b) => (a.startTime === b.startTime ? (a.order ?? 0) - (b.order ?? 0) : a.startTime < b.startTime ? -1 : 1))

type Kept = Pick<TimeBlock, 'id' | 'startTime' | 'endTime' | 'classId' | 'taught' | 'isLocked' | 'usual'>

/**
 * Returns blocks as they are stored. A block that omits its class, its taught mark or its lock keeps those of the block with the same id in
 * `before`, so that clients which don't know them don't remove them. Null removes a class and a mark. A block always keeps its usual times.
 * A plan from another day, which brings its id along, gets those of the lesson that left its place: the same class at the same time.
 */
export const withKeptFields = <B extends Kept>(blocks: readonly B[], before: readonly Kept[]): B[] => {
  const byId = new Map(before.map((block) => [block.id, block]))
  const ids = new Set(blocks.map(({ id }) => id))
  const left = before.filter(({ id }) => !ids.has(id))
  return blocks.map(({ classId, taught, isLocked, usual: _, ...block }) => {
    const was = byId.get(block.id)
    const isPlace = (one: Kept) => one.classId === classId && one.startTime === block.startTime && one.endTime === block.endTime
    const kept = {
      classId: classId === undefined ? was?.classId : classId,
      taught: taught === undefined ? was?.taught : taught,
      isLocked: isLocked ?? was?.isLocked,
      usual: (was ?? left.find(isPlace))?.usual,
    }
    return { ...block, ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value)) } as B
  })
}

/** Returns the blocks in display order, with `order` numbered from 0. */
export const renumbered = (blocks: readonly TimeBlock[]): TimeBlock[] =>
  inDayOrder(blocks).map((block, order) => (block.order === order ? block : { ...block, order }))
