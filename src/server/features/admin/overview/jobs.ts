import type { JobCall } from '#server/lib/jobs/run.ts'
import { countActive } from './queries.ts'

/** Once an hour: how many teachers have been active this month. Sessions end, so it cannot be counted afterwards. */
export const countActiveTeachers = async ({ db, now }: JobCall): Promise<void> => {
  const month = now.toISOString().slice(0, 7)
  await countActive(db, month, new Date(`${month}-01T00:00:00Z`))
}
