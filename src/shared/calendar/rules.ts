import type { DayChange, DayContent, TimeBlock } from './contract.ts'

export const DEFAULT_BLOCKED_TEXT = 'Blocked Out'

/** A day that holds nothing yet. */
export const EMPTY_DAY: DayContent = { isBlocked: false, blockedText: null, hasNote: false, noteText: null, blocks: [] }

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
export const applyChange = (day: DayContent | null, { blocks, ...mark }: Omit<DayChange, 'blocks'> & { blocks?: TimeBlock[] }): DayContent => {
  const from = day ?? EMPTY_DAY
  return { ...block(from, mark), ...note(from, mark), blocks: blocks ?? from.blocks }
}

/** True for a change that asks for a note and leaves the day without a text for it. */
export const isNoteWithoutText = (day: DayContent | null, change: Mark): boolean =>
  change.hasNote === true && !note(day ?? EMPTY_DAY, change).hasNote
