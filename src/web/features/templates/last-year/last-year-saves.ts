import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { counted } from '#web/lib/counted.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { report } from '#web/ui/report.ts'

type Filled = { days: readonly { date: string; blocks: readonly TimeBlock[] }[]; lessons: number; from: string }

/** Saves the days of a week that was filled from another one, and shows the result in a toast. A single Undo reverts all of them. */
export const fillWeek = (calendar: CalendarRef, { days, lessons, from }: Filled): Promise<boolean> =>
  // Replaces the days, so that the server refuses if a lesson was written meanwhile in another window.
  report(() => write(calendar, { type: 'lessons', mode: 'replace', days }), {
    done: (saved) =>
      saved
        ? {
            title: `${counted(lessons, 'lesson')} filled in`,
            description: `From the week of ${from}.`,
            action: undoAction(calendar, saved),
          }
        : NOTHING_CHANGED,
    failed: (reason, error) => ({
      title: 'Failed to fill the week',
      description:
        error instanceof RefusedCall && error.code === 'stale'
          ? 'This week was changed in another window. Look at it again, then press the button again.'
          : reason,
    }),
  })
