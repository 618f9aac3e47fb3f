import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteOldTrials } from './queries.ts'

/** Nightly: deletes trial records of accounts deleted more than twelve months ago. */
export const forgetPastTrials = async ({ db, now }: JobCall): Promise<void> => {
  await deleteOldTrials(db, now)
}
