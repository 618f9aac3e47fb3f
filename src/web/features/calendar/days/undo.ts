/** Undo and Redo, from a toast, the keyboard, or the command palette. */
import type { OperationResult } from '#shared/calendar/contract.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { isMac } from '#web/lib/platform.ts'
import { report } from '#web/ui/report.ts'
import { showToast, type ToastMessage } from '#web/ui/toasts/toast-store.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { forgetStep, latestStep, noteReversal, type UndoEntry } from './steps.ts'
import { write } from './writes.ts'

type Direction = 'undo' | 'redo'
const MESSAGES = {
  undo: { done: 'Change undone', failed: 'Undo failed', other: 'Redo', nothing: 'Nothing to undo' },
  redo: { done: 'Change redone', failed: 'Redo failed', other: 'Undo', nothing: 'Nothing to redo' },
} as const

/** Undoes or redoes a step and shows the result, and an optional hint, in a toast. */
const reverse = (calendar: CalendarRef, step: UndoEntry, direction: Direction, hint?: string): Promise<boolean> => {
  const messages = MESSAGES[direction]
  // Removed immediately, so that the next Undo applies to the step before it.
  forgetStep(step)
  return report(() => write(calendar, { type: 'undo', dates: step.dates, operationId: step.operationId }), {
    done: (reversal) => {
      if (!reversal) return { title: messages.done }
      const next = { ...step, operationId: reversal.operationId }
      noteReversal(direction === 'undo' ? 'undone' : 'done', next)
      const otherDirection = direction === 'undo' ? 'redo' : 'undo'
      const action = { label: messages.other, onPress: () => void reverse(calendar, next, otherDirection) }
      return { title: messages.done, action, ...(hint && { description: hint }) }
    },
    failed: (reason, error) => ({
      title: messages.failed,
      description:
        error instanceof RefusedCall && error.code === 'stale'
          ? 'Something else changed on this day since then, so we left it alone. Make your change by hand.'
          : reason,
    }),
  })
}

/** Undoes an operation that changed `dates` and shows the result in a toast. */
export const undo = (calendar: CalendarRef, dates: readonly string[], operationId: string): Promise<boolean> =>
  reverse(calendar, { calendarId: calendar.id, dates, operationId }, 'undo')

const reverseLatest = (calendar: CalendarRef, direction: Direction, hint?: string): void => {
  const step = latestStep(direction === 'undo' ? 'done' : 'undone', calendar.id)
  if (step) void reverse(calendar, step, direction, hint)
  else showToast({ title: MESSAGES[direction].nothing })
}

/** Undoes the latest change made in this tab. The toast names the key that redoes it. */
export const undoLatest = (calendar: CalendarRef): void =>
  reverseLatest(calendar, 'undo', `Press ${keyName('Mod+Shift+z', isMac)} to redo.`)
/** Redoes the most recently undone change. */
export const redoLatest = (calendar: CalendarRef): void => reverseLatest(calendar, 'redo')

/** Returns the Undo action for a toast that reports an operation. */
export const undoAction = (
  calendar: CalendarRef,
  { entries, removed, operationId }: OperationResult,
): NonNullable<ToastMessage['action']> => ({
  label: 'Undo',
  onPress: () => void undo(calendar, [...entries.map(({ date }) => date), ...removed], operationId),
})

/** The toast for a save that changed nothing. */
export const NOTHING_CHANGED = { title: 'No changes made', description: 'You’re seeing the saved version.', tone: 'neutral' } as const
