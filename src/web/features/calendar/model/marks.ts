import type { Marks } from '#shared/calendar/rules.ts'

export type MarkKind = 'block-out' | 'note'
/** Opens the dialog that edits a date, or the dates through `to`. `seen` is their current text. */
export type WriteMark = (kind: MarkKind, date: string, seen: string | null, to?: string) => void

/** Returns the text of a day's block-out or note, or null if it has none. */
export const markText = (marks: Marks | null | undefined, kind: MarkKind): string | null =>
  (kind === 'note' ? marks?.noteText : marks?.blockedText) ?? null

/** Returns the change that sets a block-out or a note, or clears it (null). Doesn't affect the other kind of mark. */
export const markChange = (kind: MarkKind, text: string | null): Partial<Marks> =>
  kind === 'note' ? { hasNote: text !== null, noteText: text } : { isBlocked: text !== null, blockedText: text }
