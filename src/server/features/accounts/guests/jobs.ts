import { lockCalendarOf } from '#server/features/accounts/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { GUEST_DAYS } from '#shared/accounts/rules.ts'
import { deleteGuest, guestsBefore } from './queries.ts'

/** Guests that are looked for at a time. */
const AT_ONCE = 100

/** Every hour: guests whose three days are over, with all that they planned; one by one, so that nobody waits for long. */
export const forgetGuests = async ({ db, now, signal }: JobCall): Promise<void> => {
  const before = new Date(now.getTime() - GUEST_DAYS * 86_400_000)
  for (let ids = await guestsBefore(db, before, AT_ONCE); ids.length > 0; ids = await guestsBefore(db, before, AT_ONCE))
    for (const id of ids) {
      signal.throwIfAborted()
      await db.transaction(async (db) => {
        // As in every deletion of a person: whatever changes a calendar locks it first.
        await lockCalendarOf(db, id)
        await deleteGuest(db, id)
      })
    }
}
