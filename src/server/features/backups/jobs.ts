import { enqueue } from '#server/lib/jobs/queries.ts'
import type { Job } from '#server/lib/jobs/run.ts'
import type { Backups } from './actions.ts'

/** The job that makes the daily backup, and has it proved afterwards. */
export const BACK_UP = 'back-up'
const PROVE = 'prove-backup'

/** Returns the jobs of the backups: each day at three, by the clock of the installation, one is made and then proved. */
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
