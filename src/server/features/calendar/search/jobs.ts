import * as z from 'zod/mini'
import { lockCalendar } from '#server/features/calendar/queries.ts'
import type { CalendarId } from '#server/features/calendar/tables.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { keepWords, makeWordCounter } from './actions.ts'
import { calendarToMakeFindable, daysToMakeFindable, deleteWordsOn, markFindable } from './queries.ts'

/** Of which calendar; of all where it is left out. */
const Payload = z.object({ calendarId: z.optional(z.uuid()) })

/**
 * Queued by a change that brings many words, and by migrations: keeps the words of days that wait for it, some at a time,
 * each time locking their calendar as a change does. Begun again it goes on where it was.
 */
export const makeLessonsFindable = async ({ db, signal, payload }: JobCall): Promise<void> => {
  const only = Payload.parse(payload).calendarId as CalendarId | undefined
  for (let id = await calendarToMakeFindable(db, only); id !== undefined; id = await calendarToMakeFindable(db, only)) {
    signal.throwIfAborted()
    const calendar = { id }
    await db.transaction(async (db) => {
      // The calendar may be gone.
      if (!(await lockCalendar(db, calendar))) return
      const days = await daysToMakeFindable(db, calendar)
      const count = makeWordCounter()
      const counted: { date: string; words: number }[] = []
      for (const day of days) counted.push({ date: day.date, words: (await count(null, day, { before: 0 })).after })
      await deleteWordsOn(
        db,
        calendar,
        days.map(({ date }) => date),
      )
      await keepWords(
        db,
        calendar,
        days.map((day) => ({ date: day.date, before: null, after: day })),
      )
      await markFindable(db, calendar, counted)
    })
  }
}
