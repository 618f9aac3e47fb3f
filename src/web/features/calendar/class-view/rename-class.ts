import type { ClassChange, SchoolClass } from '#shared/classes/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { undo } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { counted } from '#web/lib/counted.ts'
import { report } from '#web/ui/report.ts'

type Renaming = {
  before: SchoolClass
  change: ClassChange
  /** The first day whose lessons are renamed. */
  from: string
  /** The days that have such lessons, and the number of lessons. */
  dates: readonly string[]
  lessons: number
}

/** Changes a class and renames its lessons from a date on, in one operation, and shows the result in a toast with Undo. */
export const renameClass = (calendar: CalendarRef, { before, change, from, dates, lessons }: Renaming): Promise<boolean> =>
  report(() => write(calendar, { type: 'rename-class', classId: before.id, change, from, dates }), {
    done: (saved) => ({
      title: 'Class changed',
      description: `${counted(lessons, 'lesson')} renamed to ${change.name}.`,
      ...(saved && { action: { label: 'Undo', onPress: () => void undo(calendar, dates, saved.operationId) } }),
    }),
    failed: (reason) => ({ title: 'Failed to change the class', description: `${reason} Nothing changed.` }),
  })
