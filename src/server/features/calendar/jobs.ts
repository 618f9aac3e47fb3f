import type { Db } from '#server/lib/db/client.ts'
import { deleteOperationsBefore } from './queries.ts'

const KEPT_MS = 30 * 86_400_000

/** Once a day: operations, and with them the states before, that are older than 30 days. */
export const forgetOldOperations = async (db: Db, now: Date): Promise<void> => {
  await deleteOperationsBefore(db, new Date(now.getTime() - KEPT_MS))
}
