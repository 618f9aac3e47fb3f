import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteOldFailures, deleteOldRows } from './queries.ts'

/** Rows that are deleted at a time, so that nobody waits for long. */
const AT_ONCE = 1000

/** Once a day: what was written down more than twelve months ago. */
export const forgetOldAudit = async ({ db, signal }: JobCall): Promise<void> => {
  while ((await deleteOldRows(db, AT_ONCE)) === AT_ONCE) signal.throwIfAborted()
  await deleteOldFailures(db)
}
