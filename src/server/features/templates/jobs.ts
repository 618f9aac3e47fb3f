import { countBytes } from '#server/features/calendar/queries.ts'
import type { CalendarId } from '#server/features/calendar/tables.ts'
import { lockCalendarOf } from '#server/features/people/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { deleteTemplatesGoneBefore, ownersOfDeleted } from './queries.ts'

const KEPT_MS = RETENTION.deletedTemplateDays * DAY_MS
/** Number of users fetched at a time. */
const AT_ONCE = 500

/**
 * Runs daily. Purges templates deleted more than 30 days ago, one user at a time, while holding the lock on that user's calendar counters.
 */
export const forgetDeletedTemplates = async ({ db, now, signal }: JobCall): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_MS)
  for (let owners = await ownersOfDeleted(db, before, AT_ONCE); owners.length > 0; owners = await ownersOfDeleted(db, before, AT_ONCE))
    for (const owner of owners) {
      signal.throwIfAborted()
      await db.transaction(async (db) => {
        const [calendar] = await lockCalendarOf(db, owner)
        const history = -(await deleteTemplatesGoneBefore(db, owner, before))
        if (calendar) await countBytes(db, calendar as { id: CalendarId }, { lessons: 0, history })
      })
    }
}
