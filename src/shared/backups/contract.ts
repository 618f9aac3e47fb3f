import * as z from 'zod/mini'
import { contract } from '#shared/endpoint.ts'
import { BACKUP_KINDS, BACKUP_NAME } from './rules.ts'

const Count = z.int().check(z.nonnegative())

/** A restore that was tried: into a scratch database, each table compared with what the backup says of it. */
const Proof = z.object({
  at: z.iso.datetime(),
  /** Null where each table came back as it was; else what went wrong. */
  failure: z.nullable(z.string()),
})

const Backup = z.object({
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  /** When it was begun. */
  at: z.iso.datetime(),
  bytes: Count,
  /** How long it took; null where that is not known. */
  milliseconds: z.nullable(Count),
  /** Null where it has not been tried yet. */
  proof: z.nullable(Proof),
})
export type Backup = z.output<typeof Backup>

const Backups = z.object({
  /** The newest first. */
  backups: z.array(Backup),
  isUnderWay: z.boolean(),
  /** Whether the server restores each daily backup to see that it can be. */
  areProved: z.boolean(),
  /** When the next daily one is due; null where no server has planned it yet. */
  nextAt: z.nullable(z.iso.datetime()),
  /** The zone by whose clock that is. */
  timeZone: z.string(),
  /** Why the last daily one was not made; null where it was. */
  failure: z.nullable(z.object({ at: z.iso.datetime(), words: z.string() })),
  /** The folder on the server. */
  folder: z.string(),
  /** Where the database is, and what survives. */
  promise: z.string(),
})
export type Backups = z.output<typeof Backups>

/** Each reads the whole database. */
const BACKUPS_AN_HOUR = 4

export const adminBackups = contract({
  createBackup: {
    method: 'POST',
    path: '/api/admin/backup/create',
    access: 'platformAdministrator',
    summary: 'Make a backup of all that is kept, now. The answer comes when it is whole, which may take minutes.',
    takesLong: true,
    reply: z.object({ success: z.literal(true), filename: z.string(), message: z.string() }),
    // `taken` while another is being made.
    refuses: ['taken'],
    needsProof: true,
    perHour: BACKUPS_AN_HOUR,
  },
  listBackups: {
    method: 'GET',
    path: '/api/admin/backups',
    access: 'platformAdministrator',
    summary: 'The backups that are kept, when the next is due, and what the database promises.',
    reply: Backups,
  },
  downloadBackup: {
    method: 'GET',
    path: '/api/admin/backups/:name',
    access: 'platformAdministrator',
    summary: 'One backup, as it is kept: it opens with the keys of this installation alone.',
    params: z.object({ name: z.string().check(z.regex(BACKUP_NAME)) }),
    file: 'application/octet-stream',
    reply: z.file(),
    refuses: ['cannot_write'],
    needsProof: true,
  },
})
