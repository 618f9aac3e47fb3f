import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteResetsBefore } from './queries.ts'

/** Every ten minutes: links that are too old. */
export const forgetPasswordLinks = async ({ db, now }: JobCall): Promise<void> => {
  await deleteResetsBefore(db, now)
}
