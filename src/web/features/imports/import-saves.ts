import type { ImportInput } from '#shared/imports/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undo } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { report } from '#web/ui/report.ts'
import { datesInWords, thingsInWords, totalsOf, weekendsInWords } from './import-words.ts'

type BringIn = {
  input: ImportInput
  /** The days that the preview changes. */
  dates: readonly string[]
  today: string
  /** Returns how to show the first day, or null if it is on screen. */
  showDay: (date: string) => (() => void) | null
}

/** Brings in a file or text, and shows the result in a toast. A single Undo reverts all of it. */
export const bringIn = (calendar: CalendarRef, { input, dates, today, showDay }: BringIn): Promise<boolean> =>
  report(() => write(calendar, { type: 'import', dates, input }), {
    done: (saved) => {
      if (!saved) return NOTHING_CHANGED
      // An archive brings templates, too.
      if (input.kind === 'firstbell') void queryClient.invalidateQueries({ queryKey: ['templates'] })
      const totals = totalsOf(saved.brought)
      const show = saved.dates[0] ? showDay(saved.dates[0]) : null
      return {
        title: `${thingsInWords(totals) || 'Planner'} brought in`,
        description: [datesInWords(totals.dates, today), weekendsInWords(totals)].filter((part) => part !== '').join('. '),
        action: { label: 'Undo', onPress: () => void undo(calendar, saved.dates, saved.operationId) },
        ...(show && { link: { label: 'Show', onPress: show } }),
      }
    },
    failed: (reason) => ({ title: 'Failed to bring in your lessons', description: reason }),
  })
