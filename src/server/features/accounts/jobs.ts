import { noteDeleted } from '#server/lib/backup/deleted-people.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'

/** Returns a job that records a deleted account next to the backups, so that restoring a backup doesn't bring the account back. */
export const noteDeletionIn =
  (backupDir: string) =>
  async ({ now, payload }: JobCall): Promise<void> => {
    const { userId } = payload as { userId: string }
    await noteDeleted(backupDir, userId, now)
  }
