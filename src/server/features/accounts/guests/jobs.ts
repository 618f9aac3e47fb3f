import { lockCalendarOf } from '#server/features/accounts/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { GUEST_DAYS } from '#shared/accounts/rules.ts'
import { deleteGuest, type Guest, guestsBefore } from './queries.ts'

/** Guests that are looked for at a time. */
const AT_ONCE = 100

/** Every hour: guests whose three days are over, with all that they planned; one by one, so that nobody waits for long. */
export const forgetGuests = async ({ db, now, signal }: JobCall): Promise<void> => {
  const before = new Date(now.getTime() - GUEST_DAYS * 86_400_000)
  const behind = (last?: Guest) => guestsBefore(db, before, { count: AT_ONCE, last })
  for (let page = await behind(); page.length > 0; page = await behind(page.at(-1)))
    for (const { id } of page) {
      signal.throwIfAborted()
      await db.transaction(async (db) => {
        // As in every deletion of a person: whatever changes a calendar locks it first.
        await lockCalendarOf(db, id)
        await deleteGuest(db, id)
      })
    }
}
