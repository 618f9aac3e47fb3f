/** The doctor's checks of this machine: memory, disk and backups. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { requireSecondPlace } from '#server/lib/backup/backup-copies.ts'
import { listBackups, newestProved } from '#server/lib/backup/backup-folder.ts'
import { listBegunAt } from '#server/lib/backup/deleted-people.ts'
import { SPARE } from '#server/lib/db/disk-room.ts'
import type { Backup } from '#shared/backups/contract.ts'
import { type Check, type Finding, unchecked, well, wrong } from './check.ts'

const MEGABYTE = 1024 * 1024
/** A scheduled backup is made every day. Two hours are for making and proving it. */
const OLDEST_MS = 26 * 3_600_000

const megabytes = (bytes: number): string => `${Math.ceil(bytes / MEGABYTE)} MB`
const hours = (milliseconds: number): string => {
  const whole = Math.floor(milliseconds / 3_600_000)
  return whole === 1 ? '1 hour' : `${whole} hours`
}

type Proving = { provesBackups: boolean; isEmbedded: boolean }

/** Bytes that a server needs to prove backups (docs/operations.md), minus what machines keep for themselves. */
const neededMemory = ({ isEmbedded }: Proving): number => (isEmbedded ? 1900 : 1400) * MEGABYTE

export const checkMemory = (
  proving: Proving,
  total = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
): Check => ({
  about: 'Memory',
  look: () => {
    if (!proving.provesBackups)
      return [unchecked(`${megabytes(total)}. PROVE_BACKUPS is off, so nothing checks that backups can be restored.`)]
    const needed = neededMemory(proving)
    return [
      total >= needed
        ? well(`${megabytes(total)}.`)
        : wrong(
            `${megabytes(total)} is too little to prove backups, which needs ${megabytes(needed)}.`,
            'Give this machine or container more memory, or set PROVE_BACKUPS=off and restore a backup elsewhere from time to time.',
          ),
    ]
  },
})

/** Returns whether a folder can be written and its disk has this many bytes free. `name` is its setting. */
const roomFinding = (name: string, folder: string, needed: number): Finding => {
  if (!existsSync(folder)) return unchecked(`${folder} (${name}) doesn't exist yet. The server creates it.`)
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return wrong(`${folder} (${name}) can't be written by this user.`, `Give the server's user write access: chown -R USER ${folder}`)
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  return free >= needed
    ? well(`${megabytes(free)} free for ${folder}.`)
    : wrong(
        `${folder} (${name}) has ${megabytes(free)} free and needs ${megabytes(needed)}.`,
        'Delete other files there, or enlarge the disk.',
      )
}

type Places = {
  dataDir: string
  backupDir: string
  secondBackupDir: string | undefined
  provesBackups: boolean
  isEmbedded: boolean
  /** Size of the database in bytes. Undefined if it's unknown. */
  databaseBytes: number | undefined
}

export const checkDisk = (places: Places): Check => ({
  about: 'Disk',
  look: async () => {
    const { databaseBytes = 0, isEmbedded, provesBackups, dataDir, backupDir, secondBackupDir } = places
    // A backup copies the embedded database first, and a proof restores it. They don't run at the same time.
    const inData = SPARE + (isEmbedded || provesBackups ? databaseBytes : 0)
    const [newest] = await listBackups(backupDir)
    const inBackups = SPARE + 2 * (newest?.bytes ?? 0)
    return [
      roomFinding('DATA_DIR', path.resolve(dataDir), inData),
      roomFinding('BACKUP_DIR', path.resolve(backupDir), inBackups),
      // Whether the second place exists is checked with the backups.
      ...(secondBackupDir === undefined || !existsSync(secondBackupDir)
        ? []
        : [roomFinding('BACKUP_SECOND_DIR', path.resolve(secondBackupDir), inBackups)]),
    ]
  },
})

/** Returns whether the newest backup in the second place is recent. */
const secondFinding = async (folder: string, hasBackups: boolean, now: Date): Promise<Finding> => {
  try {
    await requireSecondPlace(folder)
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSecondPlace')
      return wrong("Backups can't be copied to the second place.", error.message)
    throw error
  }
  const [newest] = await listBackups(folder)
  if (!newest && !hasBackups) return well(`The second place (${folder}) can be written.`)
  const age = newest ? now.getTime() - Date.parse(newest.at) : Number.POSITIVE_INFINITY
  if (age <= OLDEST_MS) return well(`The newest one in the second place is ${hours(age)} old.`)
  return wrong(
    newest ? `The newest one in the second place (${folder}) is ${hours(age)} old.` : `There are none in the second place (${folder}).`,
    "Look for copy-backups in the server's log.",
  )
}

const noneFinding = (folder: string, isNew: boolean): Finding =>
  isNew
    ? unchecked(`There are none in ${folder} yet. To make one: npm run backup`)
    : wrong(`There are none in ${folder}.`, 'Set BACKUP_DIR to the folder that the server uses, or make one: npm run backup')

type Around = Pick<Places, 'backupDir' | 'provesBackups'> & { isNew: boolean; now: Date }

const newestFindings = async (newest: Backup, { backupDir, provesBackups, isNew, now }: Around): Promise<Finding[]> => {
  const ageOf = (at: string): number => now.getTime() - Date.parse(at)
  const age = ageOf(newest.at)
  const isRecent =
    age <= OLDEST_MS
      ? well(`The newest one is ${hours(age)} old.`)
      : wrong(`The newest one is ${hours(age)} old.`, "Look for back-up in the server's log, and make one: npm run backup")
  if (!provesBackups) return [isRecent]
  const look = "Look for prove-backup in the server's log."
  const failure = newest.proof?.failure
  if (failure) return [isRecent, wrong(`The newest one couldn't be restored: ${failure}`, look)]
  const proved = await newestProved(backupDir)
  if (proved && ageOf(proved.at) <= OLDEST_MS) return [isRecent, well('It, or one of the last day, was proved by restoring it.')]
  if (isNew) return [isRecent, unchecked('None was proved yet. The server does that after the next scheduled one.')]
  return [isRecent, wrong('None of the last day was proved by restoring it.', look)]
}

type BackupPlaces = Pick<Places, 'backupDir' | 'secondBackupDir' | 'provesBackups'>

export const checkBackups = ({ backupDir, secondBackupDir, provesBackups }: BackupPlaces, now: Date): Check => ({
  about: 'Backups',
  look: async () => {
    const [newest] = await listBackups(backupDir)
    const begun = await listBegunAt(backupDir)
    const isNew = begun === undefined || now.getTime() - begun.getTime() <= OLDEST_MS
    const found = newest
      ? await newestFindings(newest, { backupDir, provesBackups, isNew, now })
      : [noneFinding(path.resolve(backupDir), isNew)]
    if (secondBackupDir !== undefined) found.push(await secondFinding(secondBackupDir, newest !== undefined, now))
    return found
  },
})
