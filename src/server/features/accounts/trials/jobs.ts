import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteOldTrials } from './queries.ts'

/** Every night: trials of people who deleted their account more than twelve months ago. */
export const forgetPastTrials = async ({ db, now }: JobCall): Promise<void> => {
  await deleteOldTrials(db, now)
}
