import type { JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { calendarsWithOld, deleteOperationsBefore } from './history/queries.ts'
import { countBytes, lockCalendar } from './queries.ts'

/** Number of calendars fetched at a time. */
const AT_ONCE = 500

/** Daily: deletes operations older than 30 days and their history, one calendar at a time under that calendar's lock. */
export const forgetOldOperations = async ({ db, now, signal }: JobCall): Promise<void> => {
  const before = new Date(now.getTime() - RETENTION.historyDays * DAY_MS)
  for (let ids = await calendarsWithOld(db, before, AT_ONCE); ids.length > 0; ids = await calendarsWithOld(db, before, AT_ONCE))
    for (const id of ids) {
      signal.throwIfAborted()
      await db.transaction(async (db) => {
        // The calendar may have been deleted in the meantime.
        if (!(await lockCalendar(db, { id }))) return
        await countBytes(db, { id }, { lessons: 0, history: -(await deleteOperationsBefore(db, id, before)) })
      })
    }
}
