import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { createStore } from '#web/lib/store.ts'
import { report } from '#web/ui/report.ts'

/** The texts that are being saved. */
const saving = createStore<readonly Promise<unknown>[]>([])

/** Waits until the texts that were written in lines have been saved or refused. */
export const textsSettled = async (): Promise<void> => void (await Promise.all(saving.get()))

/** A lesson as the teacher saw it. */
type Seen = { calendar: CalendarRef; date: string; before: TimeBlock }

const change = async ({ calendar, date, before }: Seen, after: TimeBlock): Promise<void> => {
  // The change is planned on the whole day, whose week may not be loaded.
  await loadDay(calendar, date)
  await write(calendar, { type: 'block', date, before, after })
}

/** Saves a text that was written in its line, which shows the result. Only a failure opens a toast. Returns whether the text was saved. */
export const saveText = (seen: Seen, description: string): Promise<boolean> => {
  const saved = report(() => change(seen, { ...seen.before, description }), {
    failed: (reason) => ({
      title: 'Failed to create/update time block',
      description: `${reason} Your text is still here. Save again to retry.`,
    }),
  })
  const settled = saved.catch(() => false).finally(() => saving.set(saving.get().filter((other) => other !== settled)))
  saving.set([...saving.get(), settled])
  return saved
}

/** Marks a lesson as taught or not finished, or removes the mark. Only a failure opens a toast. Returns whether the mark was saved. */
export const saveTaught = (seen: Seen, taught: TimeBlock['taught']): Promise<boolean> =>
  report(() => change(seen, { ...seen.before, taught }), {
    failed: (reason) => ({ title: 'Failed to create/update time block', description: `${reason} Nothing changed.` }),
  })
