import { noteDeleted } from '#server/lib/backup/deleted-people.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { deleteEndedSessions } from './sessions/queries.ts'

/** Once a day: sessions that nothing asks for any more. */
export const forgetEndedSessions = async ({ db, now }: JobCall): Promise<void> => {
  await deleteEndedSessions(db, now)
}

/** Returns the job that writes down beside the backups who has deleted their account, so that no restore brings them back. */
export const noteDeletionIn =
  (backupDir: string) =>
  async ({ now, payload }: JobCall): Promise<void> => {
    const { userId } = payload as { userId: string }
    await noteDeleted(backupDir, userId, now)
  }
