import { formatDay } from '#shared/dates.ts'
import type { BlockEdit } from '#web/features/calendar/model/block-edit.ts'
import type { LaterLessons } from '#web/features/calendar/model/edits.ts'
import { counted } from '#web/lib/counted.ts'
import { report } from '#web/ui/report.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from './undo.ts'
import { write } from './writes.ts'

type BlockSave = {
  calendar: CalendarRef
  date: string
  edit: BlockEdit & { later?: LaterLessons | undefined }
  /** Called when the server has accepted the edit. */
  onSaved?: () => void
  /** Called with the reason after the save has failed and the edit has been reverted on screen. */
  onFailed?: (reason: string) => void
}

/** Saves a change to a time block and shows the result in a toast with Undo. */
export const saveBlock = ({ calendar, date, edit, onSaved, onFailed }: BlockSave): Promise<boolean> =>
  report(() => write(calendar, { type: 'block', date, ...edit }), {
    done: (saved) => {
      onSaved?.()
      if (!saved) return NOTHING_CHANGED
      const done = edit.after ? (edit.before ? 'updated' : 'created') : 'deleted'
      const now = saved.entries.find(({ blocks }) => blocks.some(({ id }) => id === edit.after?.id))?.date ?? date
      const moved = now !== date && `Its plan is on ${formatDay(now, 'weekdayAndDay')} now, and so is your text.`
      const also = saved.entries.length > 1 ? edit.later?.days.reduce((sum, { ids }) => sum + ids.length, 0) : undefined
      return {
        title: `Time block ${done} successfully`,
        action: undoAction(calendar, saved),
        ...(moved && { description: moved }),
        ...(also !== undefined && { description: `${counted(also, 'later lesson')} changed too.` }),
      }
    },
    failed: (reason) => {
      onFailed?.(reason)
      return edit.after
        ? { title: 'Failed to create/update time block', description: `${reason} Your text is still here. Save again to retry.` }
        : { title: 'Failed to delete time block', description: `${reason} The lesson is still there. Try again.` }
    },
  })
