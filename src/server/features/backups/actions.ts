import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { deletePeople, peopleAmong } from '#server/features/accounts/queries.ts'
import { dropUnprepared } from '#server/features/admin/campaigns/queries.ts'
import { lastEntryAt, record } from '#server/features/audit/queries.ts'
import { leaveBilling } from '#server/features/billing/actions.ts'
import type { Trials } from '#server/features/billing/trials/actions.ts'
import { queueClosing } from '#server/features/drive/actions.ts'
import { dropQueuedMail } from '#server/features/mail/queries.ts'
import { dropLinks } from '#server/features/sign-in/reset/queries.ts'
import { deleteAllSessions } from '#server/features/sign-in/sessions/queries.ts'
import { copyBackups } from '#server/lib/backup/backup-copies.ts'
import { listBackups, noteBeside } from '#server/lib/backup/backup-folder.ts'
import { failureOf } from '#server/lib/backup/backup-process.ts'
import { deleteOld } from '#server/lib/backup/backup-retention.ts'
import { deletedSince, isListWhole } from '#server/lib/backup/deleted-people.ts'
import type { Db } from '#server/lib/db/client.ts'
import { isFull } from '#server/lib/db/disk-room.ts'
import type { SentFile } from '#server/lib/http/answers.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { lastRunAt } from '#server/lib/jobs/queries.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { type BackupKind, backupName } from '#shared/backups/rules.ts'

type BackupSettings = {
  folder: string
  /** Time zone of the schedule. */
  timeZone: string
  /** Times of day at which backups are scheduled, such as `03:00`. */
  times: readonly string[]
  /** How many scheduled backups are kept. */
  kept: number
  /** A second folder to which backups are copied. Undefined if there is none. */
  secondFolder: string | undefined
}

type BackupPlace = BackupSettings & {
  /** Atomically writes the whole database to a file. */
  write: (file: string, signal?: AbortSignal) => Promise<void>
  /** Restores a file into a scratch database and compares each table with the file. Undefined if backups aren't verified. */
  prove: ((file: string, signal?: AbortSignal) => Promise<void>) | undefined
}

type BackupRequest = { kind: BackupKind; actorId: string | null; now: Date }

export type Backups = BackupSettings & {
  areProved: boolean
  isUnderWay: () => boolean
  /** Creates a backup, deletes expired backups, and resolves to the new backup's name. Throws `taken` if a backup is already running. */
  make: (db: Db, wish: BackupRequest, signal?: AbortSignal) => Promise<string>
  /**
   * Restores the newest backup into a scratch database and stores the result next to the backup file. Throws if the restore fails. Does
   * nothing if backups aren't verified.
   */
  proveNewest: (now: Date, signal: AbortSignal) => Promise<void>
  /** Copies to the second folder what it doesn't have yet. Does nothing if there is no second folder. */
  copy: (now: Date, signal: AbortSignal) => Promise<void>
}

const UNDER_WAY = 'A backup is already running.'

/** Returns the error to show for a failed backup, or undefined if an admin can't fix the cause. */
const refusalFor = (error: unknown): Refused | undefined => {
  if (isFull(error)) return new Refused('cannot_write', 'There isn’t enough disk space for a backup. Your existing backups are fine.')
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: string }
  if (name === 'OutOfMemory') return new Refused('cannot_write', message)
  // Another process, such as the CLI, is creating a backup.
  if (name === 'DataFolderInUse') return new Refused('taken', UNDER_WAY)
  if (code === 'EACCES' || code === 'EROFS') return new Refused('cannot_write', 'Can’t write to the backup folder. Check its permissions.')
  return undefined
}

export const makeBackups = ({ write, prove, ...settings }: BackupPlace): Backups => {
  const { folder, kept, secondFolder } = settings
  let isUnderWay = false
  return {
    ...settings,
    areProved: prove !== undefined,
    isUnderWay: () => isUnderWay,
    make: async (db, { kind, actorId, now }, signal) => {
      if (isUnderWay) throw new Refused('taken', UNDER_WAY)
      isUnderWay = true
      try {
        const name = backupName(now, kind)
        const began = performance.now()
        await write(path.join(folder, name), signal)
        await noteBeside(folder, name, { milliseconds: Math.round(performance.now() - began) })
        await deleteOld(folder, kept, now)
        await record(db, { at: now, actorId, act: 'backup.made' })
        return name
      } catch (error) {
        throw refusalFor(error) ?? error
      } finally {
        isUnderWay = false
      }
    },
    proveNewest: async (now, signal) => {
      const [newest] = await listBackups(folder)
      if (!newest || !prove) return
      const file = path.join(folder, newest.name)
      const proved = await prove(file, signal).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
      signal.throwIfAborted()
      await noteBeside(folder, newest.name, { proof: { at: now.toISOString(), failure: proved ? failureOf(proved.error, file) : null } })
      if (proved) throw proved.error
    },
    copy: async (now, signal) => {
      if (secondFolder !== undefined) await copyBackups({ from: folder, to: secondFolder, kept, now, signal })
    },
  }
}

const nowhere = (): Promise<never> => Promise.reject(new Error('This server doesn’t have a backup folder.'))

/** For servers without backups. */
export const NO_BACKUPS = makeBackups({
  folder: '',
  timeZone: 'UTC',
  times: [],
  kept: 1,
  secondFolder: undefined,
  write: nowhere,
  prove: undefined,
})

/**
 * Opens the file on the first read. If the stream were opened earlier and never read, it would leak the file handle, and its errors would
 * crash the process.
 */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file)
}

/**
 * Returns a backup for download. Throws `not_found`. To prevent path traversal, callers must check that the name matches the format of our
 * backup names.
 */
export const openBackup = async (folder: string, name: string): Promise<SentFile & { bytes: number }> => {
  const file = path.join(folder, name)
  const status = await stat(file).catch(() => undefined)
  if (!status?.isFile()) throw new Refused('not_found')
  return { name, bytes: status.size, content: Readable.from(bytesOf(file), { objectMode: false }) }
}

type Settling = { deleted: string[]; keys: KeyRing; trials: Trials; now: Date }

/**
 * Removes data that a restore must not bring back. Must run in the restore's transaction.
 *
 * 1. Users deleted after the backup. Also repeats the side effects of their deletion, which may never have run.
 * 2. Sessions, which may have been revoked since.
 * 3. Queued mail, which has been sent since or whose recipients may have unsubscribed.
 */
export const settleRestored = async (db: Db, { deleted, keys, trials, now }: Settling): Promise<void> => {
  for (const userId of deleted) {
    await leaveBilling(db, keys, userId, now)
    await queueClosing(db, userId)
    await trials.keep(db, userId, now)
  }
  await deletePeople(db, deleted)
  await deleteAllSessions(db)
  await dropQueuedMail(db, now)
  await dropUnprepared(db, now)
  await dropLinks(db)
  await record(db, { at: now, actorId: null, act: 'backup.restored' })
}

type Recovering = Omit<Settling, 'deleted'> & { backupDir: string }

/**
 * Does the same for a database that PostgreSQL itself brought back to an earlier time. Deletes everyone in the list of deleted accounts who
 * is back. Returns how many they were, until when the database was in use, and whether the list goes back that far.
 */
export const settleRecovered = (db: Db, { backupDir, ...settling }: Recovering) =>
  db.transaction(async (db) => {
    const until = new Date(Math.max(+((await lastRunAt(db)) ?? 0), +((await lastEntryAt(db)) ?? 0)))
    const deleted = await peopleAmong(db, await deletedSince(backupDir, new Date(0)))
    await settleRestored(db, { ...settling, deleted })
    return { deleted: deleted.length, until, isListWhole: await isListWhole(backupDir, until) }
  })
