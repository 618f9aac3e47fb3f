import { lockCalendar } from '#server/features/calendar/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { keepWords } from './actions.ts'
import { calendarToMakeFindable, daysToMakeFindable, markFindable } from './queries.ts'

/**
 * Once, queued by the migration that made search: keeps the words of days from before, some at a time, each time locking
 * their calendar as a change does. Begun again it goes on where it was.
 */
export const makeLessonsFindable = async ({ db, signal }: JobCall): Promise<void> => {
  for (let id = await calendarToMakeFindable(db); id !== undefined; id = await calendarToMakeFindable(db)) {
    signal.throwIfAborted()
    const calendar = { id }
    await db.transaction(async (db) => {
      // The calendar may be gone.
      if (!(await lockCalendar(db, calendar))) return
      const days = await daysToMakeFindable(db, calendar)
      await keepWords(
        db,
        calendar,
        days.map((day) => ({ date: day.date, before: null, after: day })),
      )
      await markFindable(
        db,
        calendar,
        days.map(({ date }) => date),
      )
    })
  }
}
