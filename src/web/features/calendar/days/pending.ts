import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { sameBlock } from '#web/features/calendar/model/merge-blocks.ts'
import { createStore, useStore } from '#web/lib/store.ts'

/** The edits that are shown and not yet answered by the server, in the order in which they were made. */
const pending = createStore<readonly PendingEdit[]>([])

const NONE: readonly PendingEdit[] = []
const ofCalendar = (edits: readonly PendingEdit[], calendarId: string): readonly PendingEdit[] =>
  edits.length === 0 ? NONE : edits.filter((edit) => edit.calendarId === calendarId)

export const pendingEdits = (calendarId: string): readonly PendingEdit[] => ofCalendar(pending.get(), calendarId)
export const usePendingEdits = (calendarId: string): readonly PendingEdit[] => ofCalendar(useStore(pending), calendarId)

export const addPending = (edit: PendingEdit): void => pending.set([...pending.get(), edit])
export const removePending = ({ id }: PendingEdit): void => pending.set(pending.get().filter((edit) => edit.id !== id))

/** What became of a time block that was on screen: as the server stored it, or what was there before when its save failed. */
type Outcome = { shown: TimeBlock; now: TimeBlock | null }

/** More than anybody changes while one dialog is open. */
const MOST_OUTCOMES = 200
const outcomes = createStore<readonly Outcome[]>([])

const isOf =
  (block: TimeBlock) =>
  ({ shown }: Outcome): boolean =>
    shown.id === block.id && sameBlock(shown, block)

/** Notes what became of a time block that an edit put on screen. */
export const settleBlock = (shown: TimeBlock, now: TimeBlock | null): void => {
  const others = outcomes.get().filter((outcome) => !isOf(shown)(outcome))
  const isAsShown = now !== null && sameBlock(shown, now)
  outcomes.set(isAsShown ? others : [...others, { shown, now }].slice(-MOST_OUTCOMES))
}

/**
 * Returns the time block from which an edit really began. A later edit may have been made from a block that was on
 * screen and has become another one since; that is no conflict.
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
