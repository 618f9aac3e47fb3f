import type { PendingEdit } from '#web/features/calendar/model/edits.ts'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { createStore, useStore } from '#web/lib/store.ts'

/** Edits shown on screen that the server hasn't responded to yet, oldest first. */
export const pending = createStore<readonly PendingEdit[]>([])

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
