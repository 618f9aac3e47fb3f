import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteExpiredSignIns } from './queries.ts'

/** Every ten minutes: deletes provider sign-ins that users never finished. */
export const forgetArrivals = async ({ db, now }: JobCall): Promise<void> => {
  await deleteExpiredSignIns(db, now)
}
