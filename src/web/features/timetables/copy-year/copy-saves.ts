import type { YearCopyInput } from '#shared/moves/years/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { NOTHING_CHANGED, undoAction } from '#web/features/calendar/days/undo.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { counted } from '#web/lib/counted.ts'
import { report } from '#web/ui/report.ts'

type Copied = { copy: Omit<YearCopyInput, 'operationId'>; dates: readonly string[]; plans: number }

/** Copies plans of an earlier year and shows the result in a toast. A single Undo reverts all of it. */
export const copyPlans = (calendar: CalendarRef, { copy, dates, plans }: Copied): Promise<boolean> =>
  report(() => write(calendar, { type: 'year-copy', dates, copy }), {
    done: (saved) =>
      saved
        ? {
            title: `${counted(plans, 'plan')} copied`,
            description: `To ${counted(saved.entries.length, 'day')} of this year.`,
            action: undoAction(calendar, saved),
          }
        : NOTHING_CHANGED,
    failed: (reason) => ({ title: 'Failed to copy the plans', description: reason }),
  })
