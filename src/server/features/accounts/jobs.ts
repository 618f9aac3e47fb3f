import type { Db } from '#server/lib/db/client.ts'
import { deleteEndedSessions, deleteOldSignInFailures } from './queries.ts'

/** Once a day: sessions and failed sign-ins that nothing asks for any more. */
export const forgetEndedSessions = async (db: Db, now: Date): Promise<void> => {
  await deleteEndedSessions(db, now)
  await deleteOldSignInFailures(db, now)
}
