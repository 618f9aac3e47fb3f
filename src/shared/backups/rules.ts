/** `daily` backups run automatically at night, `manual` ones when an admin requests them. */
export const BACKUP_KINDS = ['daily', 'manual'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/**
 * How many backups of each kind are kept. Manual ones also expire after a number of days, because they contain data that people have
 * deleted since.
 */
export const KEPT = { daily: 30, manual: 10, manualDays: 90 } as const

/** Matches the file name of a backup: the instant it started and its kind. */
export const BACKUP_NAME = /^firstbell-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(daily|manual)\.backup$/

/** Returns the file name of a backup that starts at an instant. */
export const backupName = (at: Date, kind: BackupKind): string =>
  `firstbell-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${kind}.backup`

/** Parses the file name of a backup. Returns undefined for other files. */
export const readBackupName = (name: string): { at: Date; kind: BackupKind } | undefined => {
  const [, day, hours, minutes, seconds, kind] = BACKUP_NAME.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { at, kind: kind as BackupKind }
}
