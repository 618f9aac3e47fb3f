import { formatDay } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { report } from '#web/ui/report.ts'
import { type Effect, movedInWords, type NumberChange, unplacedInWords } from './effect.ts'

/** Sets the number of a day, or counts it again, and shows the result in a toast with Undo. `title` says what is now true. */
export const setCycleDay = (
  calendar: CalendarRef,
  { date, day }: NumberChange,
  { title, effect }: { title: string; effect: Effect | undefined },
): Promise<boolean> =>
  report(() => write(calendar, { type: 'cycle-day', date, day, dates: effect?.dates ?? [date] }), {
    done: (saved) => {
      if (!saved) return { title }
      const unplaced = unplacedInWords(saved.unplaced.map((lesson) => lesson.title))
      const description = [effect && movedInWords(effect.moved), unplaced].filter(Boolean).join(' ')
      return { title, description, action: undoAction(calendar, saved) }
    },
    failed: (reason) => ({ title: `Failed to change ${formatDay(date, 'short')}`, description: `${reason} Nothing changed.` }),
  })
