import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteEndedSessions } from './queries.ts'

/** Runs daily. Deletes ended sessions. */
export const forgetEndedSessions = async ({ db, now }: JobCall): Promise<void> => {
  await deleteEndedSessions(db, now)
}
