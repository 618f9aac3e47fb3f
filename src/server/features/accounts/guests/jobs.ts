import { lockCalendarOf } from '#server/features/people/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { deleteGuest, type Guest, guestsBefore } from './queries.ts'

/** Guests per page. */
const AT_ONCE = 100

/** Hourly: deletes guests older than three days, with all their data. Uses one transaction per guest to keep locks short. */
export const forgetGuests = async ({ db, now, signal }: JobCall): Promise<void> => {
  const before = new Date(now.getTime() - RETENTION.guestDays * DAY_MS)
  const behind = (last?: Guest) => guestsBefore(db, before, { count: AT_ONCE, last })
  for (let page = await behind(); page.length > 0; page = await behind(page.at(-1)))
    for (const { id } of page) {
      signal.throwIfAborted()
      await db.transaction(async (db) => {
        // Locks the calendar first, as every other deletion and change does.
        await lockCalendarOf(db, id)
        await deleteGuest(db, id)
      })
    }
}
