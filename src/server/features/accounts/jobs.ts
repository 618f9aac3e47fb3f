import type { Db } from '#server/lib/db/client.ts'
import { deleteEndedSessions } from './sessions/queries.ts'

/** Once a day: sessions that nothing asks for any more. */
export const forgetEndedSessions = async (db: Db, now: Date): Promise<void> => {
  await deleteEndedSessions(db, now)
}
