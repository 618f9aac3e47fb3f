import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteDrained } from '#server/lib/limits/shared-limits.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { deleteOldDevices } from './queries.ts'

/** Runs every ten minutes. Deletes drained buckets of all limits, and browsers unused for 180 days. */
export const forgetSignInAttempts = async ({ db, now }: JobCall): Promise<void> => {
  await deleteDrained(db, now)
  await deleteOldDevices(db, new Date(now.getTime() - RETENTION.deviceDays * DAY_MS))
}
