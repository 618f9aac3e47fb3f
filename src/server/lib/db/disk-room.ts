import { statfsSync } from 'node:fs'

const MEGABYTE = 1024 * 1024
/** What is left free for the database, which may have its folder on the same disk. */
const SPARE = 64 * MEGABYTE

/** There is less room on a disk than something takes. */
class NoRoom extends Error {
  override name = 'NoRoom'
  readonly code = 'ENOSPC'
}

/** Throws NoRoom unless the disk of a folder has room for so many bytes, and more for whoever else writes to it. */
export const requireRoom = (folder: string, bytes = 0): void => {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes + SPARE) return
  throw new NoRoom(
    `The disk of ${folder} has ${Math.floor(free / MEGABYTE)} MB of free room, where ${Math.ceil((bytes + SPARE) / MEGABYTE)} MB are needed.`,
  )
}

/** Whether something failed because a disk was full, ours or that of an engine. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', '53100'].includes(String(error.code))
