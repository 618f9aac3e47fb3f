import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteResetsBefore } from './queries.ts'

/** Every ten minutes: deletes expired links. */
export const forgetPasswordLinks = async ({ db, now }: JobCall): Promise<void> => {
  await deleteResetsBefore(db, now)
}
