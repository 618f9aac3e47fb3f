import type { JobCall } from '#server/lib/jobs/run.ts'
import { RETENTION } from '#shared/retention.ts'
import { deleteOldAttempts, deleteOldDevices } from './queries.ts'

const HOUR_MS = 3_600_000

/** Runs every ten minutes. Deletes drained buckets and browsers unused for 180 days. */
export const forgetSignInAttempts = async ({ db, now }: JobCall): Promise<void> => {
  await deleteOldAttempts(db, new Date(now.getTime() - RETENTION.attemptHours * HOUR_MS))
  await deleteOldDevices(db, new Date(now.getTime() - RETENTION.deviceDays * 24 * HOUR_MS))
}
