import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Db } from '#server/lib/db/client.ts'
import { requireKnown } from '#server/lib/db/fill.ts'
import { lockFolder } from '#server/lib/db/folder-lock.ts'
import { fillNew, type Target } from '#server/lib/db/new-database.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { readPieces, verify } from './backup-file.ts'
import { deletedSince, isListWhole } from './deleted-people.ts'

type Restoring = {
  file: string
  keys: KeyRing
  target: Target
  /** The folder of our migrations. */
  migrations: string
  /** Where it is written down who has been deleted. */
  backupDir: string
  /** Sees to it, in the transaction, that these people stay away and that nobody is signed in. */
  settle: (db: Db, deleted: string[]) => Promise<void>
}

type Restored = { at: Date; tables: Awaited<ReturnType<typeof fillNew>>; deleted: number; isListWhole: boolean }

/**
 * Reads a backup to its end, then puts it into a database that is empty. Throws, and has then changed nothing, when the
 * file is not whole or the database not empty, or when anything fails. Resolves to what was restored.
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
  /** Where a database may be made and removed again. */
  dataDir: string
}

const scratchIn = (dataDir: string): string => path.join(path.resolve(dataDir), 'proof')

/** Removes what a proof left that was killed, unless another is at it. */
export const removeScratch = async (dataDir: string): Promise<void> => {
  const scratch = scratchIn(dataDir)
  const unlock = await lockFolder(scratch).catch(() => undefined)
  if (!unlock) return
  rmSync(scratch, { recursive: true, force: true })
  await unlock()
}

/** Restores a backup into a scratch database, in which each table must become what the backup says of it. Throws what a restore would. */
export const prove = async ({ file, keys, migrations, dataDir }: Proving, log: DatabaseLog): Promise<void> => {
  const scratch = scratchIn(dataDir)
  // One at a time; and so what is there was left by one that was killed.
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
