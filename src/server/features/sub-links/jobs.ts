import type { JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { deleteLinksBefore } from './queries.ts'

/** Runs daily. Deletes links, with their openings, 30 days after they ended. */
export const forgetSubLinks = async ({ db, now }: JobCall): Promise<void> => {
  await deleteLinksBefore(db, new Date(now.getTime() - RETENTION.subLinkDays * DAY_MS))
}
