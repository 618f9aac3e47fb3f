import * as z from 'zod/mini'
import { lockCalendar } from '#server/features/calendar/queries.ts'
import type { CalendarId } from '#server/features/calendar/tables.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { keepWords, makeWordCounter } from './actions.ts'
import { calendarToMakeFindable, daysToMakeFindable, deleteWordsOn, markFindable } from './queries.ts'

/** If `calendarId` is omitted, the job processes all calendars. */
const Payload = z.object({ calendarId: z.optional(z.uuid()) })

/**
 * Indexes the days that haven't been indexed yet. Works in small steps, each of which takes the same calendar lock as a change. Changes
 * with many words and migrations queue this job. A restarted run resumes where the previous run stopped.
 */
export const makeLessonsFindable = async ({ db, signal, payload }: JobCall): Promise<void> => {
  const only = Payload.parse(payload).calendarId as CalendarId | undefined
  for (let id = await calendarToMakeFindable(db, only); id !== undefined; id = await calendarToMakeFindable(db, only)) {
    signal.throwIfAborted()
    const calendar = { id }
    await db.transaction(async (db) => {
      // The calendar may have been deleted in the meantime.
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
