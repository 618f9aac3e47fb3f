/**
 * Room on the disk that is kept free for the one moment in which there is none: an engine that was killed on a full disk
 * cannot open again without space for a new piece of its write-ahead log.
 */
import { closeSync, existsSync, openSync, rmSync, statSync, writeSync } from 'node:fs'

const MEGABYTE = 1024 * 1024
/** Two pieces of the log, and what a recovery writes beside them. */
const RESERVE_MB = 48

const fileOf = (folder: string): string => `${folder}.reserve`

/** Makes sure of the reserve beside a database's folder; false when the disk has no room for it. */
export const makeReserve = (folder: string): boolean => {
  const file = fileOf(folder)
  if (existsSync(file) && statSync(file).size === RESERVE_MB * MEGABYTE) return true
  const descriptor = openSync(file, 'w')
  try {
    // Written, not only as long: a file of holes reserves nothing.
    for (let megabyte = 0; megabyte < RESERVE_MB; megabyte++) writeSync(descriptor, Buffer.alloc(MEGABYTE, megabyte + 1))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
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
