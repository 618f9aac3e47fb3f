/**
 * Who has deleted their account, beside the backups and outside the database: a backup that is older still has them, and
 * they must not come back with it. A line each: their id, and an instant not before their deletion.
 */
import { mkdirSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import path from 'node:path'

const FILE = 'deleted'
const LINE = /^([0-9a-f-]{36}) (\d{4}-\S+Z)$/

/** Writes down that a person is deleted, on the disk when it resolves. Twice is as good as once. */
export const noteDeleted = async (backupDir: string, userId: string, at: Date): Promise<void> => {
  mkdirSync(backupDir, { recursive: true, mode: 0o700 })
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
