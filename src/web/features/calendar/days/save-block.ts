import type { OperationResult } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import type { BlockEdit } from '#web/features/calendar/model/block-edit.ts'
import type { LaterLessons } from '#web/features/calendar/model/edits.ts'
import { counted } from '#web/lib/counted.ts'
import { report } from '#web/ui/report.ts'
import type { ToastMessage } from '#web/ui/toasts/toast-store.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from './undo.ts'
import { write } from './writes.ts'

type BlockSave = { calendar: CalendarRef; date: string; edit: BlockEdit }
type Done = BlockSave & { later?: LaterLessons | undefined; saved: OperationResult }

/** Returns the toast about a saved change to a time block, with Undo. */
export const blockSaved = ({ calendar, date, edit, later, saved }: Done): ToastMessage => {
  const done = edit.after ? (edit.before ? 'updated' : 'created') : 'deleted'
  const now = saved.entries.find(({ blocks }) => blocks.some(({ id }) => id === edit.after?.id))?.date ?? date
  const moved = now !== date && `Its plan is on ${formatDay(now, 'weekdayAndDay')} now, and so is your text.`
  const also = saved.entries.length > 1 ? later?.days.reduce((sum, { ids }) => sum + ids.length, 0) : undefined
  return {
    title: `Time block ${done} successfully`,
    action: undoAction(calendar, saved),
    ...(moved && { description: moved }),
    ...(also !== undefined && { description: `${counted(also, 'later lesson')} changed too.` }),
  }
}

/** Returns the toast about a change to a time block that couldn't be saved. */
export const blockNotSaved = ({ after }: BlockEdit, reason: string): ToastMessage =>
  after
    ? { title: 'Failed to create/update time block', description: `${reason} Your text is still here. Save again to retry.` }
    : { title: 'Failed to delete time block', description: `${reason} The lesson is still there. Try again.` }

/** Saves a change to a time block and shows the result in a toast with Undo. */
export const saveBlock = (save: BlockSave): Promise<boolean> =>
  report(() => write(save.calendar, { type: 'block', date: save.date, ...save.edit }), {
    done: (saved) => (saved ? blockSaved({ ...save, saved }) : NOTHING_CHANGED),
    failed: (reason) => blockNotSaved(save.edit, reason),
  })
