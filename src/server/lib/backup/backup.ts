/** Writes a whole database to one file while servers keep using it. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { syncPath } from '#server/lib/db/embedded/data-folder.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'
import { inTransaction, ONE_MOMENT, piecesOf } from '#server/lib/db/rows.ts'
import { openSnapshot } from '#server/lib/db/snapshot.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeFolder } from '#server/lib/start/make-folder.ts'
import { writePieces } from './backup-file.ts'

/** Suffix of an incomplete backup. */
const PARTIAL = /\.[0-9a-f]{8}\.partial$/
/** A partial file unchanged for this long was left by a killed backup, because a running backup writes more often. */
const ABANDONED_MS = 600_000

/** Deletes what killed backups left in a folder. */
export const removeAbandoned = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (PARTIAL.test(name) && Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > ABANDONED_MS)
      rmSync(file, { force: true })
  }
}

type Source = { databaseUrl: string | undefined; dataDir: string }

/**
 * Writes a backup of a database to `file`, which appears either complete or not at all. Servers can keep using the database without
 * waiting. Resolves to the file's size in bytes. Throws if `file` exists.
 */
export const backUp = async (source: Source, file: string, keys: KeyRing, log: DatabaseLog): Promise<number> => {
  const folder = path.dirname(path.resolve(file))
  makeFolder(folder, 0o700)
  if (existsSync(file)) throw new Error(`The file ${file} already exists.`)
  removeAbandoned(folder)
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  const snapshot = await openSnapshot(source, log)
  try {
    await inTransaction(snapshot.pool, ONE_MOMENT, (client) => writePieces(partial, piecesOf(client, snapshot.at), keys))
    const { size } = statSync(partial)
    renameSync(partial, file)
    syncPath(folder)
    return size
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  } finally {
    await snapshot.close()
  }
}
