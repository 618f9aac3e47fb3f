import { record } from '#server/features/audit/queries.ts'
import { COPY } from '#server/lib/backup/backup-copies.ts'
import { listBackups } from '#server/lib/backup/backup-folder.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Serving, serve } from '#server/lib/http/serve.ts'
import { scheduledOf } from '#server/lib/jobs/queries.ts'
import { adminBackups } from '#shared/backups/contract.ts'
import { type Backups, openBackup } from './actions.ts'
import { BACK_UP } from './jobs.ts'

const stateOf = async (db: Db, job: string) => {
  const { nextAt, doneAt, failed } = await scheduledOf(db, job)
  return {
    nextAt: nextAt?.toISOString() ?? null,
    doneAt: doneAt?.toISOString() ?? null,
    failure: failed ? { at: failed.at.toISOString(), words: failed.words } : null,
  }
}

const secondOf = async (db: Db, folder: string) => {
  const { doneAt: copiedAt, failure } = await stateOf(db, COPY)
  return { folder, copiedAt, failure }
}

export const backupRoutes = (serving: Serving, backups: Backups, { promise }: { promise: string }): void => {
  const stopping = new AbortController()
  serving.app.addHook('preClose', async () =>
    stopping.abort(new Refused('unavailable', 'The server is restarting. Try again in a minute.')),
  )
  serve(serving, adminBackups, {
    // Platform admins may call this, after proving who they are.
    createBackup: async ({ db, actor, now }) => {
      const filename = await backups.make(db, { kind: 'manual', actorId: actor.userId, now }, stopping.signal)
      return { success: true as const, filename, message: `Backup created: ${filename}` }
    },

    // Platform admins may call this.
    listBackups: async ({ db }) => {
      const { nextAt, failure } = await stateOf(db, BACK_UP)
      const { folder, timeZone, areProved, times, kept, secondFolder } = backups
      return {
        folder,
        timeZone,
        times: [...times],
        kept,
        second: secondFolder === undefined ? null : await secondOf(db, secondFolder),
        areProved,
        promise,
        backups: await listBackups(folder),
        isUnderWay: backups.isUnderWay(),
        nextAt,
        failure,
      }
    },

    // Platform admins may call this, after proving who they are.
    downloadBackup: async ({ db, actor, now, params, reply }) => {
      const { bytes, ...file } = await openBackup(backups.folder, params.name)
      await record(db, { at: now, actorId: actor.userId, act: 'backup.downloaded' })
      reply.header('content-length', bytes)
      return file
    },
  })
}
