import { deleteRunsBefore } from './queries.ts'
import type { JobCall } from './run.ts'

const KEPT_MS = 30 * 86_400_000

/** Once a day: runs that are older than 30 days, and queued work that was given up before that. */
export const forgetOldRuns = ({ db, now }: JobCall): Promise<void> => deleteRunsBefore(db, new Date(now.getTime() - KEPT_MS))
