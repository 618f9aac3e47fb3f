import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurableNodeFS, durableStartParams } from './durable-node-fs.ts'

/** The major version of the PostgreSQL in the pinned PGlite; a test asks the engine. */
export const ENGINE_MAJOR = '18'

/** The folder was written by another major version of PostgreSQL, which this one cannot read. */
export class DataFolderVersion extends Error {
  override name = 'DataFolderVersion'
  constructor(folder: string, major: string) {
    super(
      `The data folder ${folder} was written by PostgreSQL ${major}; this Firstbell has PostgreSQL ${ENGINE_MAJOR} built in and cannot read it. ` +
        `Nothing was changed. Start the Firstbell that wrote it and move its data to a PostgreSQL server (docs/operations.md), or set DATA_DIR to a new folder.`,
    )
  }
}

/** There is something in the folder that is no database: a damaged one, perhaps, which we must not replace. */
export class NoDataFolder extends Error {
  override name = 'NoDataFolder'
  constructor(folder: string) {
    super(
      `The folder ${folder} is not empty and yet holds no database (no PG_VERSION). Nothing was changed. Set DATA_DIR to another folder, or restore this one.`,
    )
  }
}

/** Whether the engine's folder is there. Throws DataFolderVersion when another version wrote it, NoDataFolder when it is something else. */
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

/** Has a file, or the names in a folder, written to the disk. */
export const syncPath = (target: string): void => {
  // Windows cannot sync a folder, nor a file opened for reading.
  if (process.platform === 'win32') return
  const descriptor = openSync(target, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Has a folder and all that is in it written to the disk. */
const syncTree = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else if (entry.isFile()) syncPath(inner)
  }
  syncPath(folder)
}

/**
 * Makes an empty database in a folder that does not exist yet, or is empty. It appears whole or not at all, whatever is killed or
 * loses its power: made beside its place, synced, then renamed.
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
