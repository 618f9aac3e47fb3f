import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS, durableStartParams } from './durable-node-fs.ts'

/** The PostgreSQL major version of the pinned PGlite. A test checks it against the engine. */
export const ENGINE_MAJOR = '18'

/** The folder was written by another major version of PostgreSQL, so the embedded engine can't read it. */
export class DataFolderVersion extends Error {
  override name = 'DataFolderVersion'
  constructor(folder: string, major: string) {
    super(
      `The data folder ${folder} was created by PostgreSQL ${major}. This Firstbell includes PostgreSQL ${ENGINE_MAJOR}, which can't read it. ` +
        `Nothing was changed. Start the Firstbell version that created it and move its data to a PostgreSQL server (docs/operations.md), or set DATA_DIR to a new folder.`,
    )
  }
}

/** The folder has files but no database. It may contain a damaged database, so we must not replace it. */
export class NoDataFolder extends Error {
  override name = 'NoDataFolder'
  constructor(folder: string) {
    super(
      `The folder ${folder} isn't empty but doesn't contain a database (no PG_VERSION). Nothing was changed. Set DATA_DIR to another folder, or restore this one.`,
    )
  }
}

/**
 * True if the engine's folder exists. Throws DataFolderVersion if another version wrote it, or NoDataFolder if it contains something else.
 */
export const hasData = (folder: string): boolean => {
  const versionFile = path.join(folder, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    if (existsSync(folder) && readdirSync(folder).length > 0) throw new NoDataFolder(folder)
    return false
  }
  const major = readFileSync(versionFile, 'utf8').trim()
  if (major !== ENGINE_MAJOR) throw new DataFolderVersion(folder, major)
  return true
}

/** Syncs a file, or a folder's entries, to disk. */
export const syncPath = (target: string): void => {
  // Windows can't sync a folder, or a file opened for reading.
  if (process.platform === 'win32') return
  const descriptor = openSync(target, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Syncs a folder and everything in it to disk. */
const syncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else if (entry.isFile()) syncPath(inner)
  }
  syncPath(folder)
}

/**
 * Creates an empty database in a folder that is missing or empty. After a crash or power failure, the database is either complete or
 * missing, because it is created in a sibling folder, synced, then renamed.
 */
export const createData = async (folder: string): Promise<void> => {
  const draft = `${folder}.new`
  rmSync(draft, { recursive: true, force: true })
  const engine = await PGlite.create({ fs: new DurableNodeFS(draft), startParams: durableStartParams })
  await engine.close()
  syncTree(draft)
  renameSync(draft, folder)
  syncPath(path.dirname(folder))
}
