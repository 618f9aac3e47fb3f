import type { SchoolChange } from '#shared/timetables/school/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { reloadSchoolYear } from '#web/features/calendar/days/timetables/school-calls.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { report } from '#web/ui/report.ts'
import { updateWords } from './change-words.ts'

/** Updates the timetable as the school changed, or keeps it, and shows the result in a toast with Undo. */
export const answerSchool = async (calendar: CalendarRef, change: SchoolChange, answer: 'update' | 'keep'): Promise<void> => {
  const { timetableId: id, key, dates } = change
  const isUpdate = answer === 'update'
  const isSaved = await report(
    () => write(calendar, { type: 'timetable', dates: isUpdate ? dates : [], call: { is: 'answer', id, key, answer } }),
    {
      done: (saved) => {
        if (!saved) return NOTHING_CHANGED
        const words = isUpdate
          ? { title: 'Timetable updated', description: updateWords(change) }
          : { title: 'Your timetable stays as it is', description: 'We’ll ask again when your school changes something.' }
        return { ...words, action: undoAction(calendar, saved) }
      },
      failed: (reason) => ({ title: 'Your timetable wasn’t changed', description: reason }),
    },
  )
  // Another window may have answered, or the school may have changed something again.
  if (!isSaved) reloadSchoolYear()
}
