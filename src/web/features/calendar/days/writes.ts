/**
 * The only code that sends changes to days to the server.
 *
 * 1. An edit appears on screen immediately and remains there until the server responds.
 * 2. It is stored on this device before it is sent, and sent in order, once (outbox/outbox.ts).
 * 3. If an edit fails, only that edit is reverted. Other edits to the same day remain queued.
 */
import type { OperationResult } from '#shared/calendar/contract.ts'
import { refusals } from '#shared/errors.ts'
import type { MoveResult } from '#shared/moves/contract.ts'
import type { Applied } from '#shared/templates/apply/contract.ts'
import type { CycleDayResult } from '#shared/timetables/contract.ts'
import { type DayEdit, datesOf, type PendingEdit } from '#web/features/calendar/model/edits.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { watchEdit } from '#web/lib/net/save-status.ts'
import { newUuid } from '#web/lib/uuid.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { editWords } from './edit-words.ts'
import type { Imported } from './imports/import-calls.ts'
import { sendEdit } from './outbox/outbox.ts'
import { addPending } from './outbox/pending-edits.ts'
import { forgetStep, noteStep } from './steps.ts'

/** The server's response to an edit. For templates and repeats, it includes the outcome for each day, and for a cycle and a moved plan the unplaced lessons. */
type ResultOf<Edit extends DayEdit> = Edit extends { type: 'apply' | 'repeat' }
  ? Applied
  : Edit extends { type: 'cycle-day' }
    ? CycleDayResult
    : Edit extends { type: 'move-plan' }
      ? MoveResult
      : Edit extends { type: 'import' }
        ? Imported
        : OperationResult

/**
 * Applies an edit. Shows it immediately. If the edit fails, reverts it and throws the {@link RefusedCall}. Returns the server's response,
 * which identifies the operation to undo, or null if there was nothing left to do.
 */
export const write = async <Edit extends DayEdit>(calendar: CalendarRef, change: Edit): Promise<ResultOf<Edit> | null> => {
  if (!calendar.mayEdit) throw new RefusedCall({ code: 'subscription_needed', ...refusals.subscription_needed })
  const edit: PendingEdit = { ...change, id: newUuid(), calendarId: calendar.id, at: Date.now() }
  addPending(edit)
  const step = {
    calendarId: calendar.id,
    dates: datesOf(edit),
    operationId: edit.id,
    words: editWords(change),
    sitting: edit.type === 'block' ? edit.sitting : undefined,
  }
  if (edit.type !== 'undo') noteStep(step)
  try {
    const { result } = await watchEdit(() => sendEdit(calendar, edit))
    // Nothing was left to do, or the edit became part of an earlier one that wasn't sent yet.
    if (result?.operationId !== edit.id) forgetStep(step)
    return result as ResultOf<Edit> | null
  } catch (error) {
    forgetStep(step)
    throw error
  }
}
