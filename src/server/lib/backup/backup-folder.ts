/**
 * The backups in a folder. The folder, rather than a table, is the source of truth, because a restored database would only list the backups
 * that existed when it was backed up. Data that isn't in the backup file itself (how long the backup took, and the result of a test
 * restore) is stored in a small JSON file next to it.
 */

import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Backup } from '#shared/backups/contract.ts'
import { readBackupName } from '#shared/backups/rules.ts'

type Notes = Partial<Pick<Backup, 'milliseconds' | 'proof'>>

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
/** Returns the path of a backup's notes file. */
export const notesFile = (folder: string, name: string): string => path.join(folder, `${name}.json`)

/** Returns a backup's notes, or an empty object if the notes file is missing or unreadable. */
const notesOf = async (folder: string, name: string): Promise<Notes> => {
  try {
    const { milliseconds, proof } = JSON.parse(await readFile(notesFile(folder, name), 'utf8'))
    return {
      ...(Number.isInteger(milliseconds) && { milliseconds }),
      ...(typeof proof?.at === 'string' && { proof: { at: proof.at, failure: proof.failure ?? null } }),
    }
  } catch {
    return {}
  }
}

/** Merges `notes` into a backup's notes file. */
export const noteBeside = async (folder: string, name: string, notes: Notes): Promise<void> => {
  const file = notesFile(folder, name)
  const draft = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    await writeFile(draft, JSON.stringify({ ...(await notesOf(folder, name)), ...notes }), { mode: 0o600 })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Returns the newest backup that was restored as a test without a fault. */
export const newestProved = async (folder: string): Promise<Backup | undefined> =>
  (await listBackups(folder)).find(({ proof }) => proof !== null && proof.failure === null)

/** Returns the backups in a folder, newest first. */
export const listBackups = async (folder: string): Promise<Backup[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const found = names.map(async (name) => {
    const read = readBackupName(name)
    const status = read && (await stat(path.join(folder, name)).catch(() => undefined))
    if (!read || !status?.isFile()) return []
    const { milliseconds = null, proof = null } = await notesOf(folder, name)
    return [{ name, kind: read.kind, at: read.at.toISOString(), bytes: status.size, milliseconds, proof }]
  })
  return (await Promise.all(found)).flat().sort((a, b) => (a.at < b.at ? 1 : -1))
}
