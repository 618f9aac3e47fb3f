import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteEndedSessions } from './sessions/queries.ts'

/** Once a day: sessions that nothing asks for any more. */
export const forgetEndedSessions = async ({ db, now }: JobCall): Promise<void> => {
  await deleteEndedSessions(db, now)
}
