import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteEndedSessions } from './queries.ts'

/** Once a day: deletes ended sessions. */
export const forgetEndedSessions = async ({ db, now }: JobCall): Promise<void> => {
  await deleteEndedSessions(db, now)
}
