/** Made by itself each night, or when somebody asked for it. */
export const BACKUP_KINDS = ['daily', 'manual'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** How many are kept of each kind. Those that somebody asked for go after so many days, too: they hold what people have deleted since. */
export const KEPT = { daily: 30, manual: 10, manualDays: 90 } as const

/** What a backup in the server's folder is called: the instant at which it was begun, and its kind. */
export const BACKUP_NAME = /^firstbell-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-(daily|manual)\.backup$/

/** Returns what a backup is called that is begun at an instant. */
export const backupName = (at: Date, kind: BackupKind): string =>
  `firstbell-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${kind}.backup`

/** Returns what the name of a backup says; undefined for another file. */
export const readBackupName = (name: string): { at: Date; kind: BackupKind } | undefined => {
  const [, day, hours, minutes, seconds, kind] = BACKUP_NAME.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { at, kind: kind as BackupKind }
}
