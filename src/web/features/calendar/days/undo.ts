/** What runs when Undo or Redo is pressed: in a toast, by key, or in the palette. */
import type { OperationResult } from '#shared/calendar/contract.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { report } from '#web/ui/report.ts'
import { showToast, type ToastMessage } from '#web/ui/toast-store.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { forgetStep, latestStep, noteReversal, type Step } from './steps.ts'
import { write } from './writes.ts'

type Direction = 'undo' | 'redo'
const MESSAGES = {
  undo: { done: 'Change taken back', failed: 'Undo failed', other: 'Redo', nothing: 'Nothing to undo' },
  redo: { done: 'Change made again', failed: 'Redo failed', other: 'Undo', nothing: 'Nothing to redo' },
} as const

/** Takes a step back, or does it again, and says how it went. */
const reverse = (calendar: CalendarRef, step: Step, direction: Direction): Promise<boolean> => {
  const messages = MESSAGES[direction]
  // At once: pressed again, it is the step before that.
  forgetStep(step)
  return report(() => write(calendar, { type: 'undo', dates: step.dates, operationId: step.operationId }), {
    done: (reversal) => {
      if (!reversal) return { title: messages.done }
      const next = { ...step, operationId: reversal.operationId }
      noteReversal(direction === 'undo' ? 'undone' : 'done', next)
      const otherDirection = direction === 'undo' ? 'redo' : 'undo'
      return { title: messages.done, action: { label: messages.other, onPress: () => void reverse(calendar, next, otherDirection) } }
    },
    failed: (reason, error) => ({
      title: messages.failed,
      description:
        error instanceof RefusedCall && error.code === 'stale'
          ? 'This day was changed again since, and is shown as it is now: change it by hand.'
          : reason,
    }),
  })
}

/** Takes an operation that changed `dates` back, and says how it went. */
export const undo = (calendar: CalendarRef, dates: readonly string[], operationId: string): Promise<boolean> =>
  reverse(calendar, { calendarId: calendar.id, dates, operationId }, 'undo')

const reverseLatest = (calendar: CalendarRef, direction: Direction): void => {
  const step = latestStep(direction === 'undo' ? 'done' : 'undone', calendar.id)
  if (step) void reverse(calendar, step, direction)
  else showToast({ title: MESSAGES[direction].nothing })
}

/** Takes back the latest change that was made in this tab. */
export const undoLatest = (calendar: CalendarRef): void => reverseLatest(calendar, 'undo')
/** Makes the change again that was taken back last. */
export const redoLatest = (calendar: CalendarRef): void => reverseLatest(calendar, 'redo')

/** Returns the Undo of a toast that reports an operation. */
export const undoAction = (
  calendar: CalendarRef,
  { entries, removed, operationId }: OperationResult,
): NonNullable<ToastMessage['action']> => ({
  label: 'Undo',
  onPress: () => void undo(calendar, [...entries.map(({ date }) => date), ...removed], operationId),
})

/** What a save says that found nothing left to change. */
export const NOTHING_CHANGED = { title: 'Nothing was changed', description: 'The day is shown as it is saved.', tone: 'neutral' } as const
