import type { OperationResult } from '#shared/calendar/contract.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { report } from '#web/ui/report.ts'
import type { ToastMessage } from '#web/ui/toast-store.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { write } from './writes.ts'

/** What runs when Undo, or Redo, is pressed in a toast: takes back an operation that changed `dates`, and says how it went. */
export const undo = (calendar: CalendarRef, dates: readonly string[], operationId: string): Promise<boolean> =>
  report(() => write(calendar, { type: 'undo', dates, operationId }), {
    done: (undone) => ({
      title: 'Change taken back',
      ...(undone && { action: { label: 'Redo', onPress: () => void undo(calendar, dates, undone.operationId) } }),
    }),
    failed: (reason, error) => ({
      title: 'Undo failed',
      description:
        error instanceof RefusedCall && error.code === 'stale'
          ? 'This day was changed again since, and is shown as it is now: change it by hand.'
          : reason,
    }),
  })

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
