/**
 * Room on the disk that is kept free for the one moment in which there is none: an engine that was killed on a full disk
 * cannot open again without space for a new piece of its write-ahead log.
 */
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'

const MEGABYTE = 1024 * 1024
/** Two pieces of the log, and what a recovery writes beside them. */
const RESERVE_MB = 48

/** A disk that is full, or of which nobody gets more. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

const fileOf = (folder: string): string => `${folder}.reserve`

/** Makes sure of the reserve beside a database's folder; false when the disk has no room for it. */
export const makeReserve = (folder: string): boolean => {
  const file = fileOf(folder)
  if (existsSync(file) && statSync(file).size === RESERVE_MB * MEGABYTE) return true
  const { bavail, bsize } = statfsSync(path.dirname(file))
  if (bavail * bsize < RESERVE_MB * MEGABYTE) return false
  const descriptor = openSync(file, 'w')
  try {
    // A file of holes reserves nothing, nor does one that a file system can fold up.
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

/** Gives the reserve away; whether there was one. */
export const spendReserve = (folder: string): boolean => {
  const isThere = existsSync(fileOf(folder))
  rmSync(fileOf(folder), { force: true })
  return isThere
}
