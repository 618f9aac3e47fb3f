import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and its parents. Does nothing if the folder exists. Doesn't use mkdir's `recursive` option, which never returns on a
 * file system that can't create folders and reports them as missing, such as /proc.
 */
export const makeFolder = (folder: string, mode?: number): void => {
  const absolute = path.resolve(folder)
  try {
    mkdirSync(absolute, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const above = path.dirname(absolute)
    if (code === 'ENOENT' && !existsSync(above)) {
      makeFolder(above, mode)
      mkdirSync(absolute, { mode })
    } else if (code !== 'EEXIST' || !statSync(absolute).isDirectory()) throw error
  }
}
