/**
 * The list of deleted accounts. It is stored next to the backups and outside the database, because older backups still contain these users,
 * and a restore must not bring them back. Each line has a user's ID and a time no earlier than the deletion.
 */
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#server/lib/start/make-folder.ts'

/** The list's file name. */
export const DELETED = 'deleted'
const LINE = /^([0-9a-f-]{36}) (\d{4}-\S+Z)$/

/** When the list was started. Earlier deletions may be missing if a previous list was lost. */
const BEGUN = /^begun (\d{4}-\S+Z)$/m

/** Starts the list if it doesn't exist. Throws if it can't be written. */
export const beginList = async (backupDir: string, at: Date): Promise<void> => {
  makeFolder(backupDir, 0o700)
  const handle = await open(path.join(backupDir, DELETED), 'a', 0o600)
  try {
    if ((await handle.stat()).size === 0) await handle.appendFile(`begun ${at.toISOString()}\n`)
  } finally {
    await handle.close()
  }
}

/** Returns when the list was started, or undefined if it doesn't exist or doesn't say. */
export const listBegunAt = async (backupDir: string): Promise<Date | undefined> => {
  const text = await readFile(path.join(backupDir, DELETED), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [, begun] = BEGUN.exec(text) ?? []
  return begun === undefined ? undefined : new Date(begun)
}

/** True if the list includes every user deleted since `instant`: it exists, and it was either started by then or has no start time. */
export const isListWhole = async (backupDir: string, instant: Date): Promise<boolean> => {
  try {
    const [, begun] = BEGUN.exec(await readFile(path.join(backupDir, DELETED), 'utf8')) ?? []
    return begun === undefined || new Date(begun) <= instant
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Adds a deleted user. Resolves once the entry is on disk. Safe to repeat. */
export const noteDeleted = async (backupDir: string, userId: string, at: Date): Promise<void> => {
  makeFolder(backupDir, 0o700)
  const handle = await open(path.join(backupDir, DELETED), 'a', 0o600)
  try {
    // Starts with a line break, in case a crash left a partial line.
    await handle.appendFile(`\n${userId} ${at.toISOString()}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns the IDs of users deleted at or after `instant`. */
export const deletedSince = async (backupDir: string, instant: Date): Promise<string[]> => {
  const text = await readFile(path.join(backupDir, DELETED), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const found = text.split('\n').flatMap((line) => {
    const [, id = '', at = ''] = LINE.exec(line) ?? []
    return id !== '' && new Date(at) >= instant ? [id] : []
  })
  return [...new Set(found)]
}
