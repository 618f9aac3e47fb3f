import type { JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { deleteReportsBefore } from './queries.ts'

/** Daily: deletes substitutes' reports 30 days after they came in, except those that their teachers keep. */
export const forgetSubReports = async ({ db, now }: JobCall): Promise<void> => {
  await deleteReportsBefore(db, new Date(now.getTime() - RETENTION.subReportDays * DAY_MS))
}
