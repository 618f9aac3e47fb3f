/** `daily` backups are scheduled, at least once a day. `manual` backups run when an admin requests them. */
export const BACKUP_KINDS = ['daily', 'manual'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** Matches a backup's file name, which contains its start time and kind. */
export const BACKUP_NAME = /^firstbell-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(daily|manual)\.backup$/

/** Returns the file name for a backup that starts at an instant. */
export const backupName = (at: Date, kind: BackupKind): string =>
  `firstbell-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${kind}.backup`

/** Parses a backup's file name. Returns undefined for other files. */
export const readBackupName = (name: string): { at: Date; kind: BackupKind } | undefined => {
  const [, day, hours, minutes, seconds, kind] = BACKUP_NAME.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { at, kind: kind as BackupKind }
}
