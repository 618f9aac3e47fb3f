import type { TimeBlock } from '#shared/calendar/contract.ts'
import { sameBlock } from '#web/features/calendar/model/merge-blocks.ts'
import { createStore } from '#web/lib/store.ts'

/** The outcome of saving a block shown on screen: the block as stored, or the previous one if the save failed. */
type Outcome = { shown: TimeBlock; now: TimeBlock | null }

/** More blocks than a teacher could change while one dialog is open. */
const MOST_OUTCOMES = 200
const outcomes = createStore<readonly Outcome[]>([])

const isOf =
  (block: TimeBlock) =>
  ({ shown }: Outcome): boolean =>
    shown.id === block.id && sameBlock(shown, block)

/** Records the save outcome for a block that an edit displayed. */
export const settleBlock = (shown: TimeBlock, now: TimeBlock | null): void => {
  const others = outcomes.get().filter((outcome) => !isOf(shown)(outcome))
  const isAsShown = now !== null && sameBlock(shown, now)
  outcomes.set(isAsShown ? others : [...others, { shown, now }].slice(-MOST_OUTCOMES))
}

/**
 * Returns the block that an edit is actually based on. The block on screen at the time of the edit may have changed since, because its own
 * save settled. That isn't a conflict.
 */
export const confirmedBlock = (block: TimeBlock | null): TimeBlock | null => {
  const seen = new Set<Outcome>()
  for (let known = block; ; ) {
    const outcome = known && outcomes.get().find(isOf(known))
    if (!outcome || seen.has(outcome)) return known
    seen.add(outcome)
    known = outcome.now
  }
}
