import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Backup } from '#shared/backups/contract.ts'
import type { BackupKind } from '#shared/backups/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import { RETENTION } from '#shared/retention.ts'
import { listBackups, notesFile } from './backup-folder.ts'

/** Deletes backups past their retention period, along with their notes files. Keeps the newest `kept` scheduled ones. */
export const deleteOld = async (folder: string, kept: number, now: Date): Promise<void> => {
  const backups = await listBackups(folder)
  const of = (kind: BackupKind): Backup[] => backups.filter((each) => each.kind === kind)
  const oldest = new Date(now.getTime() - RETENTION.manualBackupDays * DAY_MS).toISOString()
  const old = [...of('daily').slice(kept), ...of('manual').filter(({ at }, index) => index >= RETENTION.manualBackups || at < oldest)]
  for (const { name } of old) {
    await rm(path.join(folder, name), { force: true })
    await rm(notesFile(folder, name), { force: true })
  }
}
