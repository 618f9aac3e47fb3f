import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { deleteRunsBefore } from './queries.ts'
import type { JobCall } from './run.ts'

const KEPT_MS = RETENTION.jobRunDays * DAY_MS

/** Deletes runs older than 30 days, and queued jobs that were abandoned before then. Runs daily. */
export const forgetOldRuns = ({ db, now }: JobCall): Promise<void> => deleteRunsBefore(db, new Date(now.getTime() - KEPT_MS))
