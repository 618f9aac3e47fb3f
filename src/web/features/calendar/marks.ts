import type { CalendarDay } from '#shared/calendar/contract.ts'

/** What a day is marked with, beside its lessons: a block-out, a note, both or neither. */
export type Marks = Pick<CalendarDay, 'isBlocked' | 'blockedText' | 'hasNote' | 'noteText'>
export type MarkKind = 'block-out' | 'note'

/** What the server writes for a block-out without a text. */
export const DEFAULT_BLOCKED_TEXT = 'Blocked Out'
/** Characters of a block-out's or a note's text. */
export const MAX_MARK_TEXT = 2000

const NO_MARKS: Marks = { isBlocked: false, blockedText: null, hasNote: false, noteText: null }

export const marksOf = (day: Marks | null | undefined): Marks => {
  if (!day) return NO_MARKS
  const { isBlocked, blockedText, hasNote, noteText } = day
  return { isBlocked, blockedText, hasNote, noteText }
}

/** The text of a day's block-out or note; null when it has none. */
export const markText = (marks: Marks | null | undefined, kind: MarkKind): string | null =>
  (kind === 'note' ? marks?.noteText : marks?.blockedText) ?? null

/** The change that sets a block-out or a note, or clears it (null). The other stays as it is. */
export const markChange = (kind: MarkKind, text: string | null): Partial<Marks> =>
  kind === 'note' ? { hasNote: text !== null, noteText: text } : { isBlocked: text !== null, blockedText: text }
