import { formatDay } from '#shared/dates.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { report } from '#web/ui/report.ts'
import type { Place } from './ways-out.ts'

/** Puts an unplaced lesson on a day and shows the result in a toast with Undo. */
export const placeLesson = (calendar: CalendarRef, lesson: UnplacedLesson, place: Place): Promise<boolean> =>
  report(() => write(calendar, { type: 'place', lesson, ...place }), {
    done: (saved) =>
      saved
        ? { title: `${lesson.title} is on ${formatDay(place.date, 'short')} now`, action: undoAction(calendar, saved) }
        : NOTHING_CHANGED,
    failed: (reason) => ({ title: 'Failed to put the lesson on that day', description: reason }),
  })

/** Deletes an unplaced lesson and shows the result in a toast with Undo. */
export const deleteLesson = (calendar: CalendarRef, lesson: UnplacedLesson): Promise<boolean> =>
  report(() => write(calendar, { type: 'drop-unplaced', lesson }), {
    done: (saved) => (saved ? { title: `${lesson.title} deleted`, action: undoAction(calendar, saved) } : NOTHING_CHANGED),
    failed: (reason) => ({ title: 'Failed to delete the lesson', description: `${reason} Nothing changed.` }),
  })
