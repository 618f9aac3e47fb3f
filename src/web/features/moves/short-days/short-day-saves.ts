import { formatDay } from '#shared/dates.ts'
import type { ShortDayInput } from '#shared/moves/short-days/contract.ts'
import { createBellSchedule, deleteBellSchedule } from '#web/features/calendar/days/bells/bell-calls.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { report } from '#web/ui/report.ts'

const weekdayOf = (date: string): string => formatDay(date, 'weekdayLong')

/** Shortens a day, or its weekday until a date, and shows the result in a toast with Undo. `words` says what the day is like now. */
export const shortenDay = (
  calendar: CalendarRef,
  { body, dates, words }: { body: ShortDayInput; dates: readonly string[]; words: string },
): Promise<boolean> =>
  report(() => write(calendar, { type: 'short-day', dates, body }), {
    done: (saved) => {
      const count = saved?.entries.length ?? 1
      const title = count > 1 ? `${count} ${weekdayOf(body.date)}s are short now` : `${formatDay(body.date, 'weekdayAndDay')} is short now`
      return { title, description: words, ...(saved && { action: undoAction(calendar, saved) }) }
    },
    failed: (reason) => ({ title: `Failed to shorten ${weekdayOf(body.date)}`, description: `${reason} Nothing changed.` }),
  })

/** Gives a short day its usual times back, and shows the result in a toast with Undo. */
export const giveUsualTimes = (calendar: CalendarRef, date: string): Promise<boolean> =>
  report(() => write(calendar, { type: 'usual-times', date }), {
    done: (saved) => ({
      title: `${formatDay(date, 'weekdayAndDay')} has its usual times again`,
      ...(saved && { action: undoAction(calendar, saved) }),
    }),
    failed: (reason) => ({ title: `Failed to change ${formatDay(date, 'short')}`, description: reason }),
  })

/** Saves times as a bell schedule, and shows the result in a toast. Returns its id, or undefined if it can't be saved. */
export const saveSchedule = async (name: string, rows: readonly { startTime: string; endTime: string }[]): Promise<string | undefined> => {
  const id = newUuid()
  const isSaved = await report(() => createBellSchedule({ id, name, rows: [...rows] }), {
    done: () => ({ title: `Saved as ${name}` }),
    failed: (reason) => ({ title: 'Failed to save the bell schedule', description: reason }),
  })
  return isSaved ? id : undefined
}

/** Deletes a bell schedule, and shows the result in a toast. */
export const removeSchedule = ({ id, name }: { id: string; name: string }): Promise<boolean> =>
  report(() => deleteBellSchedule(id), {
    done: () => ({ title: `${name} deleted`, description: 'Days that are short already stay as they are.' }),
    failed: (reason) => ({ title: `Failed to delete ${name}`, description: reason }),
  })
