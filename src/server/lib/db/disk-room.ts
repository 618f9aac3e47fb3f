import { statfsSync } from 'node:fs'

const MEGABYTE = 1024 * 1024
/** Bytes to leave free for the database, whose folder may be on the same disk. */
export const SPARE = 64 * MEGABYTE

/** The disk doesn't have enough free space. */
class NoRoom extends Error {
  override name = 'NoRoom'
  readonly code = 'ENOSPC'
}

/** Throws NoRoom unless the folder's disk has this many bytes free, plus spare room for other writers. */
export const requireRoom = (folder: string, bytes = 0): void => {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= bytes + SPARE) return
  throw new NoRoom(
    `The disk with ${folder} has ${Math.floor(free / MEGABYTE)} MB free and needs ${Math.ceil((bytes + SPARE) / MEGABYTE)} MB.`,
  )
}

/** True if an operation failed because our disk or the database's disk was full. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', '53100'].includes(String(error.code))
