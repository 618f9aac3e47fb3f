import type { JobCall } from '#server/lib/jobs/run.ts'
import { calendarsWithOld, deleteOperationsBefore } from './history/queries.ts'
import { countBytes, lockCalendar } from './queries.ts'
import { HISTORY_DAYS } from './quota/actions.ts'

/** Calendars that are looked for at a time. */
const AT_ONCE = 500

/** Once a day: operations, and with them what they took, that are older than 30 days; calendar by calendar, as everything that changes one. */
export const forgetOldOperations = async ({ db, now, signal }: JobCall): Promise<void> => {
  const before = new Date(now.getTime() - HISTORY_DAYS * 86_400_000)
  for (let ids = await calendarsWithOld(db, before, AT_ONCE); ids.length > 0; ids = await calendarsWithOld(db, before, AT_ONCE))
    for (const id of ids) {
      signal.throwIfAborted()
      await db.transaction(async (db) => {
        // The calendar may be gone.
        if (!(await lockCalendar(db, { id }))) return
        await countBytes(db, { id }, { lessons: 0, history: -(await deleteOperationsBefore(db, id, before)) })
      })
    }
}
