import { enqueue } from '#server/lib/jobs/queries.ts'
import type { Job } from '#server/lib/jobs/run.ts'
import type { Backups } from './actions.ts'

/** Job that creates the daily backup and queues its verification. */
export const BACK_UP = 'back-up'
const PROVE = 'prove-backup'

/** Returns the backup jobs. A backup is created daily at 3 AM in the installation's time zone and verified afterwards. */
export const backupJobs = (backups: Backups): Record<string, Job> => ({
  [BACK_UP]: {
    schedule: '0 3 * * *',
    run: async ({ db, now, atEnd, signal }) => {
      await backups.make(db, { kind: 'daily', actorId: null, now }, signal)
      if (backups.areProved) atEnd((db) => enqueue(db, PROVE, {}))
    },
  },
  [PROVE]: { run: ({ now, signal }) => backups.proveNewest(now, signal) },
})
