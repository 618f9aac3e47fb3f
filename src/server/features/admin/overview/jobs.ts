import type { JobCall } from '#server/lib/jobs/run.ts'
import { countActive } from './queries.ts'

/** Hourly: counts this month's active teachers. The count can't be computed later, because sessions are deleted when they end. */
export const countActiveTeachers = async ({ db, now }: JobCall): Promise<void> => {
  const month = now.toISOString().slice(0, 7)
  await countActive(db, month, new Date(`${month}-01T00:00:00Z`))
}
