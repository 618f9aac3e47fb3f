import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteEndedArrivals } from './queries.ts'

/** Every ten minutes: who came back from a provider and did not go on. */
export const forgetArrivals = async ({ db, now }: JobCall): Promise<void> => {
  await deleteEndedArrivals(db, now)
}
