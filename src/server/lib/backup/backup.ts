/** Writes all of a database into one file, while others go on working. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { syncPath } from '#server/lib/db/data-folder.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'
import { inTransaction, ONE_MOMENT, piecesOf } from '#server/lib/db/rows.ts'
import { openSnapshot } from '#server/lib/db/snapshot.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { makeFolder } from '#server/lib/start/make-folder.ts'
import { writePieces } from './backup-file.ts'

/** What a backup is called until it is whole. */
const PARTIAL = /\.[0-9a-f]{8}\.partial$/
/** One that grows is written to more often: this one's backup was killed. */
const ABANDONED_MS = 600_000

const removeAbandoned = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    if (PARTIAL.test(name) && Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > ABANDONED_MS)
      rmSync(file, { force: true })
  }
}

type Source = { databaseUrl: string | undefined; dataDir: string }

/**
 * Writes a backup of a database into `file`, which appears whole or not at all. A server may be at work on it, and nobody
 * waits. Resolves to how many bytes it has.
 */
export const backUp = async (source: Source, file: string, keys: KeyRing, log: DatabaseLog): Promise<number> => {
  const folder = path.dirname(path.resolve(file))
  makeFolder(folder, 0o700)
  if (existsSync(file)) throw new Error(`There is a file ${file} already.`)
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
