import { userById } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { createFeed } from './actions.ts'

/** Makes an address of a teacher's lessons, as if the teacher had made it. */
export const aFeed = async (db: Db, keys: KeyRing, { owner, now }: { owner: string; now: Date }): Promise<{ id: string; url: string }> => {
  const found = await userById(db, owner)
  if (!found) throw new Error('This person does not exist')
  const actor = {
    userId: owner,
    calendarId: found.calendar.calendarId,
    sessionId: '',
    mayWrite: true,
    isProven: true,
    isGuest: false,
    isAdmin: false,
    school: null,
  }
  return createFeed(db, { keys, origin: 'http://localhost', actor, now }, { school: false, include: { text: false, notes: false } })
}
