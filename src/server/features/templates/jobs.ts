import type { Db } from '#server/lib/db/client.ts'
import { deleteTemplatesGoneBefore } from './queries.ts'

const KEPT_MS = 30 * 86_400_000
/** Templates that are forgotten in one statement, so that none takes long. */
const AT_ONCE = 500

/** Once a day: templates that were deleted more than 30 days ago. */
export const forgetDeletedTemplates = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_MS)
  while ((await deleteTemplatesGoneBefore(db, before, AT_ONCE)) === AT_ONCE);
}
