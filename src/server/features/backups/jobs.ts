import { administrators } from '#server/features/admin/users/queries.ts'
import { COPY } from '#server/lib/backup/backup-copies.ts'
import { newestProved } from '#server/lib/backup/backup-folder.ts'
import { listBegunAt } from '#server/lib/backup/deleted-people.ts'
import { enqueue } from '#server/lib/jobs/queries.ts'
import type { Job, JobCall } from '#server/lib/jobs/run.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { Backups } from './actions.ts'
import { firstAccountAt } from './queries.ts'

/** Job that creates the scheduled backup and queues its verification. */
export const BACK_UP = 'back-up'
const PROVE = 'prove-backup'
const WARN = 'warn-about-backups'
const EVERY_HOUR = '37 * * * *'

/** Two hours more than the longest time between two scheduled backups. */
const LATE_MS = 26 * 60 * 60_000

/** Hourly: emails all platform admins if no backup was proved for 26 hours, and again every day until one is. */
const warn = async ({ folder }: Backups, { db, mailQueue, now }: JobCall): Promise<void> => {
  if (!mailQueue.isOpen) return
  // A folder that can't be read is a reason for this email. The error is the one of the jobs that use the folder.
  const proved = await newestProved(folder).catch(() => undefined)
  const begun = await listBegunAt(folder).catch(() => undefined)
  const since = proved ? new Date(proved.at) : (begun ?? (await firstAccountAt(db)))
  const lateMs = since ? now.getTime() - since.getTime() - LATE_MS : 0
  if (lateMs <= 0) return
  const about = `${proved?.at ?? 'none'} ${Math.floor(lateMs / DAY_MS)}`
  await db.transaction(async (db) => mailQueue.queueToAll(db, { userIds: await administrators(db), kind: 'no-proved-backup', about }, now))
}

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
  ...(backups.areProved && { [WARN]: { schedule: EVERY_HOUR, run: (call: JobCall) => warn(backups, call) } }),
  [COPY]: { run: ({ now, signal }) => backups.copy(now, signal) },
})
