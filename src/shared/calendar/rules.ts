import type { DayChange, DayContent, TimeBlock } from './contract.ts'

/** What a day is marked with: its block-out and its note, apart from its lessons. */
export type Marks = Pick<DayContent, 'isBlocked' | 'blockedText' | 'hasNote' | 'noteText'>

const DEFAULT_BLOCKED_TEXT = 'Blocked Out'
export const NOTE_MISSING = 'Please enter a description'

export const NO_MARKS: Marks = { isBlocked: false, blockedText: null, hasNote: false, noteText: null }

/** The marks of a day, none of one that is not there, and nothing else that it may hold. */
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
 * Returns a day's marks with a change applied. Block-out and note are independent: one that is left out stays. A block-out
 * without a text reads 'Blocked Out'; a note without a text is no note (see {@link isNoteWithoutText}).
 */
export const changedMarks = (day: Marks | null, change: MarkChange): Marks => {
  const from = day ?? NO_MARKS
  return { ...blockOutOf(from, change), ...noteOf(from, change) }
}

/** True for a change that asks for a note and leaves the day without a text for it. */
export const isNoteWithoutText = (day: Marks | null, change: MarkChange): boolean =>
  change.hasNote === true && !noteOf(day ?? NO_MARKS, change).hasNote

/** Time blocks in the order of the day, on screen and on paper: by start, then as the teacher ordered those that start together. */
export const inDayOrder = <B extends Pick<TimeBlock, 'startTime'> & { order?: number | undefined }>(blocks: readonly B[]): B[] =>
  [...blocks].sort((a, b) => (a.startTime === b.startTime ? (a.order ?? 0) - (b.order ?? 0) : a.startTime < b.startTime ? -1 : 1))
