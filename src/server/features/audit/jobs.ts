import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteOldFailures, deleteOldRows } from './queries.ts'

/** Rows deleted per statement, so that no other query has to wait for long. */
const AT_ONCE = 1000

/** Daily: deletes log entries older than twelve months. */
export const forgetOldAudit = async ({ db, signal }: JobCall): Promise<void> => {
  while ((await deleteOldRows(db, AT_ONCE)) === AT_ONCE) signal.throwIfAborted()
  await deleteOldFailures(db)
}
