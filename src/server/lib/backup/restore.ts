import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '#server/lib/db/client.ts'
import { lockFolder } from '#server/lib/db/embedded/folder-lock.ts'
import { requireKnown } from '#server/lib/db/fill.ts'
import { fillNew, type Target } from '#server/lib/db/new-database.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { readPieces, verify } from './backup-file.ts'
import { deletedSince, isListWhole } from './deleted-people.ts'

type Restoring = {
  file: string
  keys: KeyRing
  target: Target
  /** Our migrations folder. */
  migrations: string
  /** Folder with the list of deleted accounts. */
  backupDir: string
  /** Deletes these users again and ends all sessions, in the same transaction. */
  settle: (db: Db, deleted: string[]) => Promise<void>
}

type Restored = { at: Date; tables: Awaited<ReturnType<typeof fillNew>>; deleted: number; isListWhole: boolean }

/**
 * Verifies a backup, then restores it into an empty database. Throws, without changing anything, if the file is incomplete, the database
 * isn't empty, or anything else fails. Resolves to a summary of the restored data.
 */
export const restore = async ({ file, keys, target, migrations, backupDir, settle }: Restoring, log: DatabaseLog): Promise<Restored> => {
  const { head } = await verify(file, keys)
  requireKnown(head, migrations)
  const at = new Date(head.at)
  const deleted = await deletedSince(backupDir, at)
  const pieces = readPieces(file, keys)
  const tables = await fillNew(target, { pieces, migrations, settle: (db) => settle(db, deleted) }, log)
  return { at, tables, deleted: deleted.length, isListWhole: await isListWhole(backupDir, at) }
}

type Proving = {
  file: string
  keys: KeyRing
  migrations: string
  /** Folder in which a temporary database is created and removed. */
  dataDir: string
}

const scratchIn = (dataDir: string): string => path.join(path.resolve(dataDir), 'proof')

/** Removes the leftovers of a killed test restore, unless another one is running. */
export const removeScratch = async (dataDir: string): Promise<void> => {
  const scratch = scratchIn(dataDir)
  const unlock = await lockFolder(scratch).catch(() => undefined)
  if (!unlock) return
  rmSync(scratch, { recursive: true, force: true })
  await unlock()
}

/** Restores a backup into a scratch database and checks each table against the backup. Throws the same errors as a restore. */
export const prove = async ({ file, keys, migrations, dataDir }: Proving, log: DatabaseLog): Promise<void> => {
  const scratch = scratchIn(dataDir)
  // Only one test restore runs at a time, so any files here were left by a killed one.
  const unlock = await lockFolder(scratch)
  try {
    rmSync(scratch, { recursive: true, force: true })
    const { head } = await verify(file, keys)
    requireKnown(head, migrations)
    await fillNew({ databaseUrl: undefined, dataDir: scratch }, { pieces: readPieces(file, keys), migrations }, log)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
    await unlock()
  }
}
