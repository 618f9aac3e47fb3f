import { formatDay } from '#shared/dates.ts'
import type { NewTimetable, TimetableChange } from '#shared/timetables/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { undo } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import type { TimetableCall } from '#web/features/calendar/model/edits.ts'
import { reloadRecords } from '#web/features/classes/changes/data.ts'
import { counted } from '#web/lib/counted.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'
import type { ToastMessage } from '#web/ui/toasts/toast-store.ts'

const STALE = 'Your calendar was changed in another window. Look at the new result, then press the button again.'

type Words = Pick<ToastMessage, 'title' | 'description'> & { failed: string }

/** Carries a call out and shows the outcome in a toast. One Undo reverts all of it. Returns whether it succeeded. */
const lay = (calendar: CalendarRef, call: TimetableCall, dates: readonly string[], { failed, ...words }: Words): Promise<boolean> =>
  report(() => write(calendar, { type: 'timetable', dates, call }), {
    done: (saved) => {
      if (!saved) return words
      const changed = [...saved.entries.map(({ date }) => date), ...saved.removed]
      return { ...words, action: { label: 'Undo', onPress: () => void undo(calendar, changed, saved.operationId) } }
    },
    failed: (reason, error) => {
      const isStale = error instanceof RefusedCall && error.code === 'stale'
      // The new result also depends on classes and timetables.
      if (isStale) reloadRecords()
      return { title: failed, description: isStale ? STALE : reason }
    },
  })

/** Adds a timetable's lessons. `dates` are the days that get some, and `lessons` is their number. */
export const addTimetable = (calendar: CalendarRef, body: NewTimetable, dates: readonly string[], lessons: number): Promise<boolean> =>
  lay(calendar, { is: 'new', body }, dates, {
    title: lessons > 0 ? `${counted(lessons, 'lesson')} added` : 'Timetable saved',
    description: `Until ${formatDay(body.lastDay, 'full')}.`,
    failed: 'Failed to add the timetable',
  })

const changedInWords = (days: number, classes: number): string => {
  if (days > 0) return `${counted(days, 'day')} ${days === 1 ? 'has' : 'have'} new lessons or times.`
  return classes > 0 ? `${classes === 1 ? 'One class' : `${classes} classes`} changed. No lesson moved.` : 'No lesson changed.'
}

/** Changes a timetable from a date on. `dates` are the days that change, and `classes` is the number of classes that change. */
export const changeTimetable = (
  calendar: CalendarRef,
  call: { id: string; from: string; body: TimetableChange },
  dates: readonly string[],
  classes: number,
): Promise<boolean> =>
  lay(calendar, { is: 'change', ...call }, dates, {
    title: dates.length > 0 || classes === 0 ? `Changed from ${formatDay(call.from, 'long')} on` : 'Timetable changed',
    description: changedInWords(dates.length, classes),
    failed: 'Failed to change the timetable',
  })
