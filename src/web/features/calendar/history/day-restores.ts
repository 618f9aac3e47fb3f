import type { CalendarDay } from '#shared/calendar/contract.ts'
import { letFly, reasonOf, undo } from '#web/features/calendar/days/block-saves.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { saveStatus } from '#web/lib/save-status.ts'
import { showToast } from '#web/ui/toast-store.ts'

type Restore = { calendar: CalendarRef; date: string; current: CalendarDay | null; to: CalendarDay | null }

/** Gives a day the state of an earlier version, and says so with Undo. False when that failed, which it says too. */
export const restoreVersion = async ({ calendar, date, current, to }: Restore): Promise<boolean> => {
  const fail = (description: string) => showToast({ title: 'Could not be restored', description, tone: 'destructive' })
  // What waits to be sent would land on top of the restored day.
  const { saving, unreached } = saveStatus()
  if (saving > 0) {
    fail(
      unreached > 0
        ? 'Your last changes wait for the connection. Restore when they are saved.'
        : 'Your last changes are still being saved. Try again in a moment.',
    )
    return false
  }
  try {
    const restored = await write(calendar, { type: 'restore', date, current, to })
    showToast({
      title: 'Day restored',
      tone: 'success',
      ...(restored && { action: { label: 'Undo', onPress: () => void undo(calendar, [date], restored.operationId) } }),
    })
    return true
  } catch (error) {
    fail(reasonOf(error))
    letFly(error)
    return false
  }
}
