import type { Db } from '#server/lib/db/client.ts'
import { deleteTemplatesGoneBefore } from './queries.ts'

const KEPT_MS = 30 * 86_400_000

/** Once a day: templates that were deleted more than 30 days ago. */
export const forgetDeletedTemplates = async (db: Db, now: Date): Promise<void> => {
  await deleteTemplatesGoneBefore(db, new Date(now.getTime() - KEPT_MS))
}
