import type { SchoolYearInput } from '#shared/timetables/school/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { reloadSchoolYear } from '#web/features/calendar/days/timetables/school-calls.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { report } from '#web/ui/report.ts'

/** Saves the school's year and shows the result in a toast with Undo. Returns whether it was saved. */
export const saveSchoolYear = async (calendar: CalendarRef, year: Omit<SchoolYearInput, 'operationId'>): Promise<boolean> => {
  const isSaved = await report(() => write(calendar, { type: 'timetable', dates: [], call: { is: 'school-year', year } }), {
    done: (saved) =>
      saved
        ? {
            title: 'School year saved',
            description: 'Teachers whose timetable it changes are asked first.',
            action: undoAction(calendar, saved),
          }
        : NOTHING_CHANGED,
    failed: (reason) => ({ title: 'Failed to save the school year', description: reason }),
  })
  if (!isSaved) reloadSchoolYear()
  return isSaved
}
