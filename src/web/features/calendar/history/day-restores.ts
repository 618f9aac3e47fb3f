import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { saveStatus } from '#web/lib/net/save-status.ts'
import { report } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const FAILED = 'Failed to restore the day'

type Restore = { calendar: CalendarRef; date: string; current: CalendarDay | null; to: CalendarDay | null }

/** Restores an earlier version of a day and shows the result in a toast with Undo. Returns whether it succeeded. */
export const restoreVersion = async ({ calendar, date, current, to }: Restore): Promise<boolean> => {
  // Pending saves would be applied on top of the restored day.
  const { saving, unreached } = saveStatus()
  if (saving > 0) {
    const description =
      unreached > 0
        ? 'Your latest changes haven’t been saved yet. Try again when you’re back online.'
        : 'Your latest changes are still saving. Try again in a moment.'
    showToast({ title: FAILED, description, tone: 'destructive' })
    return false
  }
  return report(() => write(calendar, { type: 'restore', date, current, to }), {
    done: (restored) => ({ title: 'Day restored', ...(restored && { action: undoAction(calendar, restored) }) }),
    failed: (reason) => ({ title: FAILED, description: reason }),
  })
}
