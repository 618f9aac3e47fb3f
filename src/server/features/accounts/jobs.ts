import { COPY } from '#server/lib/backup/backup-copies.ts'
import { noteDeleted } from '#server/lib/backup/deleted-people.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'

/**
 * Returns a job that records a deleted account next to the backups, so that restoring a backup doesn't bring the account back. Then queues
 * the copy to the second folder, if there is one.
 */
export const noteDeletionIn =
  ({ backupDir, secondBackupDir }: { backupDir: string; secondBackupDir: string | undefined }) =>
  async ({ now, payload, atEnd }: JobCall): Promise<void> => {
    const { userId } = payload as { userId: string }
    await noteDeleted(backupDir, userId, now)
    if (secondBackupDir !== undefined) atEnd((db) => enqueue(db, COPY, {}))
  }
