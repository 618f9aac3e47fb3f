import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { PER_HOUR } from '#shared/limits.ts'
import { BACKUP_KINDS, BACKUP_NAME } from './rules.ts'

const Count = z.int().check(z.nonnegative())

/** The result of a test restore into a scratch database, which compares each table with the backup. */
const Proof = z.object({
  at: z.iso.datetime(),
  /** Null if all tables matched, otherwise the reason for the failure. */
  failure: z.nullable(z.string()),
})

const Backup = z.object({
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  /** When the backup started. */
  at: z.iso.datetime(),
  bytes: Count,
  /** How long the backup took. Null if unknown. */
  milliseconds: z.nullable(Count),
  /** Null if the backup hasn't been tested yet. */
  proof: z.nullable(Proof),
})
export type Backup = z.output<typeof Backup>

/** When and why a job failed. */
const Failure = z.object({ at: z.iso.datetime(), words: z.string() })

const Backups = z.object({
  /** Newest first. */
  backups: z.array(Backup),
  isUnderWay: z.boolean(),
  /** Whether the server test-restores each scheduled backup. */
  areProved: z.boolean(),
  /** When the next scheduled backup is due. Null if no server has scheduled one yet. */
  nextAt: z.nullable(z.iso.datetime()),
  /** Times of day of the schedule, such as `03:00`. */
  times: z.array(z.string()),
  /** Time zone of the schedule. */
  timeZone: z.string(),
  /** How many scheduled backups are kept. */
  kept: Count,
  /** Set if the last scheduled backup failed. */
  failure: z.nullable(Failure),
  /** The second folder to which backups are copied, when they last were, and the last failure if a newer run failed. */
  second: z.nullable(z.object({ folder: z.string(), copiedAt: z.nullable(z.iso.datetime()), failure: z.nullable(Failure) })),
  /** The backup folder on the server. */
  folder: z.string(),
  /** The database's location and durability guarantee. */
  promise: z.string(),
})
export type Backups = z.output<typeof Backups>

export const adminBackups = contract({
  createBackup: {
    method: 'POST',
    path: '/api/admin/backup/create',
    access: 'platformAdministrator',
    summary: 'Back up everything now.',
    description: 'Responds when the backup is complete, which may take minutes. Refused while another backup is running.',
    takesLong: true,
    reply: z.object({ success: z.literal(true), filename: z.string(), message: z.string() }),
    // `taken` if a backup is already running.
    refuses: ['taken'],
    needsProof: true,
    perHour: PER_HOUR.backups,
  },
  listBackups: {
    method: 'GET',
    path: '/api/admin/backups',
    access: 'platformAdministrator',
    summary: 'List the stored backups, newest first.',
    description: 'Also returns the next due time and the database’s durability guarantee.',
    reply: Backups,
  },
  downloadBackup: {
    method: 'GET',
    path: '/api/admin/backups/:name',
    access: 'platformAdministrator',
    summary: 'Download a backup.',
    description: 'The file stays encrypted. Only this server’s keys can decrypt it.',
    params: z.object({ name: z.string().check(z.regex(BACKUP_NAME)) }),
    file: 'application/octet-stream',
    reply: z.file(),
    refuses: ['cannot_write'],
    needsProof: true,
  },
})
