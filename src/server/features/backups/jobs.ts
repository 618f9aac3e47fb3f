import { COPY } from '#server/lib/backup/backup-copies.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { Job } from '#server/lib/jobs/run.ts'
import type { Backups } from './actions.ts'

/** Job that creates the scheduled backup and queues its verification. */
export const BACK_UP = 'back-up'
const PROVE = 'prove-backup'

/** Returns the backup jobs. A scheduled backup is verified and copied to the second folder afterwards. */
export const backupJobs = (backups: Backups, schedule: string): Record<string, Job> => ({
  [BACK_UP]: {
    schedule,
    run: async ({ db, now, atEnd, signal }) => {
      await backups.make(db, { kind: 'daily', actorId: null, now }, signal)
      if (backups.secondFolder !== undefined) atEnd((db) => enqueue(db, COPY, {}))
      if (backups.areProved) atEnd((db) => enqueue(db, PROVE, {}))
    },
  },
  [PROVE]: { run: ({ now, signal }) => backups.proveNewest(now, signal) },
  [COPY]: { run: ({ now, signal }) => backups.copy(now, signal) },
})
