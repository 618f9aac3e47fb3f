import type { BlockEdit } from '#web/features/calendar/model/block-edit.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast-store.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { write } from './writes.ts'

/** Why a call failed, in words fit to be shown. */
export const reasonOf = (error: unknown): string => (error instanceof RefusedCall ? error.message : 'An error occurred')
/** What is neither an answer of the server nor a missing one is a fault of ours: shown, and left to fly. */
export const letFly = (error: unknown): void => {
  if (!(error instanceof RefusedCall)) throw error
}

/** Takes back an operation that changed `dates` and says how it went; Redo is in the toast. */
export const undo = async (calendar: CalendarRef, dates: readonly string[], operationId: string): Promise<void> => {
  try {
    const undone = await write(calendar, { type: 'undo', dates, operationId })
    showToast({
      title: 'Change taken back',
      tone: 'success',
      ...(undone && { action: { label: 'Redo', onPress: () => void undo(calendar, dates, undone.operationId) } }),
    })
  } catch (error) {
    const isOvertaken = error instanceof RefusedCall && error.code === 'stale'
    const description = isOvertaken ? 'This day was changed again since, and is shown as it is now: change it by hand.' : reasonOf(error)
    showToast({ title: 'Could not be undone', description, tone: 'destructive' })
    letFly(error)
  }
}

type BlockSave = {
  calendar: CalendarRef
  date: string
  edit: BlockEdit
  /** Called when the server has it. */
  onSaved?: () => void
  /** Called with the reason when the save failed and the edit was taken back from the screen. */
  onFailed?: (reason: string) => void
}

/** Saves what was done to a time block and says how it went; Undo is in the toast. */
export const saveBlock = async ({ calendar, date, edit, onSaved, onFailed }: BlockSave): Promise<void> => {
  const done = edit.after ? (edit.before ? 'updated' : 'created') : 'deleted'
  try {
    const saved = await write(calendar, { type: 'block', date, ...edit })
    onSaved?.()
    if (!saved) return showToast({ title: 'Nothing was changed', description: 'The day is shown as it is saved.' })
    const { operationId } = saved
    showToast({
      title: `Time block ${done} successfully`,
      tone: 'success',
      action: { label: 'Undo', onPress: () => void undo(calendar, [date], operationId) },
    })
  } catch (error) {
    const reason = reasonOf(error)
    showToast({
      title: edit.after ? 'Failed to create/update time block' : 'Failed to delete time block',
      description: edit.after
        ? `${reason} What you wrote is still here: save it again.`
        : `${reason} The lesson is still there: try again.`,
      tone: 'destructive',
    })
    onFailed?.(reason)
    letFly(error)
  }
}
