import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { sameBlock } from '#web/features/calendar/model/merge-blocks.ts'
import { saveStatus, useSaveStatus } from '#web/lib/net/save-status.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { conflictQuestions } from './conflict-question.ts'

/** Edits shown on screen that the server hasn't responded to yet, oldest first. */
const pending = createStore<readonly PendingEdit[]>([])

const NONE: readonly PendingEdit[] = []
const ofCalendar = (edits: readonly PendingEdit[], calendarId: string): readonly PendingEdit[] =>
  edits.length === 0 ? NONE : edits.filter((edit) => edit.calendarId === calendarId)

export const pendingEdits = (calendarId: string): readonly PendingEdit[] => ofCalendar(pending.get(), calendarId)
export const usePendingEdits = (calendarId: string): readonly PendingEdit[] => ofCalendar(useStore(pending), calendarId)

/** Returns the edits of all calendars, oldest first. */
export const useAllPendingEdits = (): readonly PendingEdit[] => useStore(pending)

const NOTHING: ReadonlySet<string> = new Set()
const blocksOf = (edit: PendingEdit): (string | undefined)[] => {
  if (edit.type === 'block' || edit.type === 'move') return [edit.after?.id]
  if (edit.type === 'blocks') return edit.changes.map(({ after }) => after.id)
  return edit.type === 'lessons' ? edit.days.flatMap(({ blocks }) => blocks.map(({ id }) => id)) : []
}
/** Returns the IDs of the time blocks whose latest state couldn't be sent. */
export const useUnsentBlocks = (calendarId: string): ReadonlySet<string> => {
  const edits = usePendingEdits(calendarId)
  const { unreached } = useSaveStatus()
  return unreached > 0 ? new Set(edits.flatMap(blocksOf).filter((id) => id !== undefined)) : NOTHING
}

export const addPending = (edit: PendingEdit): void => pending.set([...pending.get(), edit])
/** Replaces an edit by its newer version. */
export const replacePending = (edit: PendingEdit): void => pending.set(pending.get().map((other) => (other.id === edit.id ? edit : other)))
export const removePending = ({ id }: PendingEdit): void => pending.set(pending.get().filter((edit) => edit.id !== id))

const POLL_MS = 40

/**
 * Waits until the server has responded to a calendar's edits. Returns false if that takes longer, because one of them can't reach the server.
 */
export const editsSettled = async (calendarId: string): Promise<boolean> => {
  while (pendingEdits(calendarId).length > 0) {
    if (saveStatus().unreached > 0 || conflictQuestions.get().some(({ isLate }) => isLate)) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return true
}

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
