import type { TimeBlock } from '#shared/calendar/contract.ts'
import { type Conflict, renumbered } from './merge-blocks.ts'

/** One thing a teacher did to one time block: added it (`before` null), changed it, or deleted it (`after` null). */
export type BlockEdit = { before: TimeBlock | null; after: TimeBlock | null }

/** How a teacher answers when a block was changed on both sides. */
export type Choice = 'mine' | 'theirs' | 'both'

/** The blocks with the edit done, whatever stands there: what is shown while the save is on its way. */
export const applyEdit = (blocks: readonly TimeBlock[], { before, after }: BlockEdit): TimeBlock[] => {
  const others = blocks.filter(({ id }) => id !== before?.id && id !== after?.id)
  return renumbered(after ? [...others, after] : others)
}

/**
 * What is left to do once a conflict was answered: mine again, now knowing of theirs; mine as a new block beside
 * theirs; or nothing (null).
 */
export const resolveConflict = ({ mine, theirs }: Conflict, choice: Choice, copyId: string): BlockEdit | null => {
  // Keeping both of a deletion and a change keeps the change: nobody asked to lose it.
  if (choice === 'theirs' || (choice === 'both' && !mine)) return null
  if (choice === 'both' && mine && theirs) return { before: null, after: { ...mine, id: copyId } }
  return { before: theirs, after: mine }
}
