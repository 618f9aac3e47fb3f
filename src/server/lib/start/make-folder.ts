import { existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it. Does nothing where it is there. Not by mkdir's own `recursive`, which never returns in
 * a file system that takes no folders and calls them missing, such as /proc.
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
