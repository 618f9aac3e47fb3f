import type { Db } from '#server/lib/db/client.ts'
import { deleteOperationsBefore } from './history/queries.ts'
import { HISTORY_DAYS } from './quota/actions.ts'

/** Operations that are forgotten in one statement, so that none takes long. */
const AT_ONCE = 500

/** Once a day: operations, and with them what they took, that are older than 30 days. */
export const forgetOldOperations = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - HISTORY_DAYS * 86_400_000)
  while ((await deleteOperationsBefore(db, before, AT_ONCE)) === AT_ONCE);
}
