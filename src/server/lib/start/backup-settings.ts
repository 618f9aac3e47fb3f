/** The settings of backups: when they are made, how many are kept, and where. */
import path from 'node:path'
import { Cron } from 'croner'
import { z } from 'zod'
import { RETENTION } from '#shared/retention.ts'
import { StartRefused } from './start-refused.ts'

const SCHEDULE =
  'BACKUP_SCHEDULE must have five parts: minute, hour, and three stars, such as 0 3 * * * (every day at 3:00) or 0 3,12,16 * * * (at 3:00, 12:00 and 16:00)'

/** Returns the times of day at which a schedule is due, such as `03:00`. Throws if the pattern is invalid. */
export const timesOf = (schedule: string): string[] => {
  const times: string[] = []
  for (const due of new Cron(schedule, { timezone: 'UTC' }).enumerate(new Date('2025-12-31T23:59:59Z'))) {
    if (due.getUTCDate() !== 1) break
    times.push(due.toISOString().slice(11, 16))
  }
  return times
}

/** True if the schedule is due every day. The alerts about old backups rely on that, and so does the most that can be lost. */
const isDaily = (schedule: string): boolean => {
  try {
    return /^\S+ \S+ \* \* \*$/.test(schedule) && timesOf(schedule).length > 0
  } catch {
    return false
  }
}

export const Schedule = z
  .string()
  .transform((written) => written.trim().replaceAll(/\s+/g, ' '))
  .refine(isDaily, SCHEDULE)

type Written = {
  DATABASE_URL?: string | undefined
  DATA_DIR: string
  BACKUP_DIR?: string | undefined
  BACKUP_SECOND_DIR?: string | undefined
  BACKUP_SCHEDULE: string
  BACKUP_KEEP: number
}

/**
 * Returns the backup folder. BACKUP_DIR is required with DATABASE_URL, because the data isn't in a local folder and several servers may
 * share the backups.
 */
const folderOf = ({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Written): string => {
  if (BACKUP_DIR !== undefined) return BACKUP_DIR
  if (DATABASE_URL === undefined) return path.join(DATA_DIR, 'backups')
  throw new StartRefused(
    'With DATABASE_URL, also set BACKUP_DIR: one folder, shared by all servers and commands, for backups and the list of deleted accounts.',
  )
}

export type BackupConfig = {
  backupDir: string
  /** A second folder to copy backups to. */
  secondBackupDir: string | undefined
  /** A cron pattern, in the installation's time zone. */
  backupSchedule: string
  /** How many scheduled backups to keep. */
  backupsKept: number
}

/** Returns the settings of backups. Throws StartRefused if they contradict each other or the Privacy Policy. */
export const backupsOf = (env: Written): BackupConfig => {
  const { BACKUP_SECOND_DIR: second, BACKUP_SCHEDULE: schedule, BACKUP_KEEP: kept } = env
  const backupDir = folderOf(env)
  if (second !== undefined && path.resolve(second) === path.resolve(backupDir))
    throw new StartRefused(
      'BACKUP_SECOND_DIR is the same folder as BACKUP_DIR. Set it to a folder on another disk or machine, or remove it.',
    )
  const most = RETENTION.scheduledBackupDays * timesOf(schedule).length
  if (kept > most)
    throw new StartRefused(
      `BACKUP_KEEP=${kept} would keep what people delete for more than ${RETENTION.scheduledBackupDays} days, which the Privacy Policy promises. With this BACKUP_SCHEDULE, set it to ${most} or less.`,
    )
  return { backupDir, secondBackupDir: second, backupSchedule: schedule, backupsKept: kept }
}
