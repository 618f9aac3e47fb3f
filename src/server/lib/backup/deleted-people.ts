/**
 * Who has deleted their account, beside the backups and outside the database: a backup that is older still has them, and
 * they must not come back with it. A line each: their id, and an instant not before their deletion.
 */
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '#server/lib/start/make-folder.ts'

const FILE = 'deleted'
const LINE = /^([0-9a-f-]{36}) (\d{4}-\S+Z)$/

/** Before it, the list may have been lost: it was begun at this instant. */
const BEGUN = /^begun (\d{4}-\S+Z)$/m

/** Begins the list where there is none. Throws where it can't be written. */
export const beginList = async (backupDir: string, at: Date): Promise<void> => {
  makeFolder(backupDir, 0o700)
  const handle = await open(path.join(backupDir, FILE), 'a', 0o600)
  try {
    if ((await handle.stat()).size === 0) await handle.appendFile(`begun ${at.toISOString()}\n`)
  } finally {
    await handle.close()
  }
}

/** Whether the list has all who were deleted since an instant: it is there, and was begun by then. */
export const isListWhole = async (backupDir: string, instant: Date): Promise<boolean> => {
  try {
    const [, begun] = BEGUN.exec(await readFile(path.join(backupDir, FILE), 'utf8')) ?? []
    return begun === undefined || new Date(begun) <= instant
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Writes down that a person is deleted, on the disk when it resolves. Twice is as good as once. */
export const noteDeleted = async (backupDir: string, userId: string, at: Date): Promise<void> => {
  makeFolder(backupDir, 0o700)
  const handle = await open(path.join(backupDir, FILE), 'a', 0o600)
  try {
    // On a line of its own, even behind one of which a crash left a half.
    await handle.appendFile(`\n${userId} ${at.toISOString()}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns who was deleted at an instant or later. */
export const deletedSince = async (backupDir: string, instant: Date): Promise<string[]> => {
  const text = await readFile(path.join(backupDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const found = text.split('\n').flatMap((line) => {
    const [, id = '', at = ''] = LINE.exec(line) ?? []
    return id !== '' && new Date(at) >= instant ? [id] : []
  })
  return [...new Set(found)]
}
