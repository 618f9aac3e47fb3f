import { formatDay } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undo } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { DayEdit } from '#web/features/calendar/model/edits.ts'
import { counted } from '#web/lib/counted.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'

/** Adds lessons to many days and reports the outcome in a toast. One Undo reverts all of them. */
export const repeatLessons = (calendar: CalendarRef, edit: Extract<DayEdit, { type: 'repeat' }>): Promise<boolean> =>
  report(() => write(calendar, edit), {
    done: (repeated) => {
      if (!repeated) return NOTHING_CHANGED
      const dates = repeated.days.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'untouched').map(({ date }) => date)
      return {
        title: `Lessons added to ${counted(dates.length, 'day')}`,
        description: `The last one is ${formatDay(dates.at(-1) as string, 'full')}.`,
        action: { label: 'Undo', onPress: () => void undo(calendar, dates, repeated.operationId) },
      }
    },
    failed: (reason, error) => {
      const changed = error instanceof RefusedCall && error.code === 'stale' ? error.body?.date : undefined
      return {
        title: 'Failed to repeat the lessons',
        description: changed ? `${formatDay(changed, 'full')} was changed in another window. Check the preview, then try again.` : reason,
      }
    },
  })
