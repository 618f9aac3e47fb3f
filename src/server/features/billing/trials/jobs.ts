import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteOldTrials } from './queries.ts'

/** Every night: deletes trial records older than twelve months. */
export const forgetPastTrials = async ({ db, now }: JobCall): Promise<void> => {
  await deleteOldTrials(db, now)
}
