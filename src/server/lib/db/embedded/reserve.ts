/**
 * Reserves disk space for restarting on a full disk. An engine that was killed on a full disk can't reopen without space for a new segment
 * of its write-ahead log.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'

const MEGABYTE = 1024 * 1024
/** Two log segments, plus the other data that a recovery writes. */
const RESERVE_MB = 48

/** The disk or its quota is full. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

const fileOf = (folder: string): string => `${folder}.reserve`

/** Creates the reserve next to a database's folder, unless it already exists. Returns false if the disk doesn't have room for it. */
export const makeReserve = (folder: string): boolean => {
  const file = fileOf(folder)
  if (existsSync(file) && statSync(file).size === RESERVE_MB * MEGABYTE) return true
  const { bavail, bsize } = statfsSync(path.dirname(file))
  if (bavail * bsize < RESERVE_MB * MEGABYTE) return false
  const descriptor = openSync(file, 'w')
  try {
    // Random bytes, because neither a sparse file nor a file that the file system can compress would reserve the space.
    for (let megabyte = 0; megabyte < RESERVE_MB; megabyte++) writeSync(descriptor, randomBytes(MEGABYTE))
    return true
  } catch (error) {
    if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    rmSync(file, { force: true })
    return false
  } finally {
    closeSync(descriptor)
  }
}

/** Deletes the reserve. Returns whether it existed. */
export const spendReserve = (folder: string): boolean => {
  const isThere = existsSync(fileOf(folder))
  rmSync(fileOf(folder), { force: true })
  return isThere
}
