/** `daily` backups run automatically at night, `manual` ones when an admin requests them. */
export const BACKUP_KINDS = ['daily', 'manual'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

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
