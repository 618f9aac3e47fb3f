import type { TimeBlock } from '#shared/calendar/contract.ts'
import { renumbered } from '#shared/calendar/rules.ts'
import type { Conflict } from './merge-blocks.ts'

/** A change to one time block: an addition (`before` is null), an edit, or a deletion (`after` is null). */
export type BlockEdit = { before: TimeBlock | null; after: TimeBlock | null }

/** A teacher's choice when both sides changed a block. */
export type Choice = 'mine' | 'theirs' | 'both'

/** Returns the blocks with the edit applied, whether or not it conflicts. The result is shown while the save is pending. */
export const applyEdit = (blocks: readonly TimeBlock[], { before, after }: BlockEdit): TimeBlock[] => {
  const others = blocks.filter(({ id }) => id !== before?.id && id !== after?.id)
  return renumbered(after ? [...others, after] : others)
}

/**
 * Returns the edit to make after the teacher's choice: the same change based on the other version, the teacher's block as an additional
 * block, or null if there is nothing to change.
 */
export const resolveConflict = ({ mine, theirs }: Conflict, choice: Choice, copyId: string): BlockEdit | null => {
  // If one side deleted the block and the other changed it, keeping both means keeping the change, so nothing is lost.
  if (choice === 'theirs' || (choice === 'both' && !mine)) return null
  if (choice === 'both' && mine && theirs) return { before: null, after: { ...mine, id: copyId } }
  return { before: theirs, after: mine }
}

/** Returns an edit of a lesson whose plan moved into another one meanwhile. The other lesson keeps its times and lock, unless the edit sets them. */
export const editInPlaceOf = ({ before, after }: BlockEdit, there: TimeBlock): BlockEdit => {
  if (!before || !after) return { before, after }
  const { startTime, endTime, order, isLocked, usual } = there
  const place = { startTime, endTime, order, isLocked, usual }
  const hasNewTimes = before.startTime !== after.startTime || before.endTime !== after.endTime
  const times = hasNewTimes && { startTime: after.startTime, endTime: after.endTime }
  return { before: { ...before, ...place }, after: { ...after, ...place, ...times } }
}
