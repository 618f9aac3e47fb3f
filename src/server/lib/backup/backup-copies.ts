/**
 * Copies of the backups in a second place. The second place keeps its own files: a backup or an entry in the list of deleted accounts that
 * disappears from the first folder stays there until its retention period ends.
 */
import { randomBytes } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requireRoom } from '#server/lib/db/disk-room.ts'
import { syncPath } from '#server/lib/db/embedded/data-folder.ts'
import { removeAbandoned } from './backup.ts'
import { listBackups } from './backup-folder.ts'
import { deleteOld } from './backup-retention.ts'
import { DELETED } from './deleted-people.ts'

/** Job that copies backups and the list of deleted accounts to the second folder. */
export const COPY = 'copy-backups'

/** The second folder can't be used. */
class NoSecondPlace extends Error {
  override name = 'NoSecondPlace'
}

/** Throws unless the folder exists and can be written. We don't create it, because its disk may not be mounted. */
export const requireSecondPlace = async (folder: string): Promise<void> => {
  const status = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!status?.isDirectory())
    throw new NoSecondPlace(`BACKUP_SECOND_DIR (${folder}) isn't a folder. Mount its disk, then create the folder there.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new NoSecondPlace(`BACKUP_SECOND_DIR (${folder}) can't be written. Give this process's user write access (chown).`)
  })
}

/** Writes a file under another name, then renames it, so that it appears either complete or not at all. */
const writeWhole = async (file: string, write: (partial: string) => Promise<void>): Promise<void> => {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    await write(partial)
    await rename(partial, file)
    syncPath(path.dirname(file))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

const linesOf = async (folder: string): Promise<string[]> => {
  const text = await readFile(path.join(folder, DELETED), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter((line) => line !== '')
}

/** Adds what is missing to the second list of deleted accounts. Its own lines stay, even if the first list was lost and started again. */
const mergeDeleted = async (from: string, to: string): Promise<void> => {
  const [ours, theirs] = [await linesOf(to), await linesOf(from)]
  const lines = [...new Set([...ours, ...theirs])]
  if (lines.length === ours.length) return
  await writeWhole(path.join(to, DELETED), (partial) => writeFile(partial, `${lines.join('\n')}\n`, { mode: 0o600, flush: true }))
}

type Copying = {
  from: string
  to: string
  /** How many scheduled backups to keep in the second place. */
  kept: number
  now: Date
  signal?: AbortSignal | undefined
}

/**
 * Brings the second place up to date: adds the list of deleted accounts and each backup that it doesn't have yet, newest first, then deletes
 * the backups there that are past their retention period. Never changes the first folder.
 */
export const copyBackups = async ({ from, to, kept, now, signal }: Copying): Promise<void> => {
  await requireSecondPlace(to)
  removeAbandoned(to)
  await mergeDeleted(from, to)
  const there = new Map((await listBackups(to)).map(({ name, bytes }) => [name, bytes]))
  for (const { name, bytes } of await listBackups(from)) {
    if (there.get(name) === bytes) continue
    requireRoom(to, bytes)
    await writeWhole(path.join(to, name), (partial) =>
      pipeline(createReadStream(path.join(from, name)), createWriteStream(partial, { mode: 0o600, flush: true }), { signal }),
    )
  }
  await deleteOld(to, kept, now)
}
