import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { syncPath } from '#server/lib/db/embedded/data-folder.ts'
import { makeFolder } from '#server/lib/start/make-folder.ts'
import { StartRefused } from '#server/lib/start/start-refused.ts'
import { type KeyRing, makeKeyRing, newKey } from './key-ring.ts'

/** Stored next to the embedded database rather than inside it, so that a copy of the database alone can't be decrypted. */
const FILE = 'keys'

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const ringIn = (file: string): KeyRing => {
  const written = readFileSync(file, 'utf8')
  try {
    return makeKeyRing(written)
  } catch {
    throw new StartRefused(`The file ${file} doesn't contain valid keys. Restore it from your copy, or set KEYS.`)
  }
}

/** Returns the key ring from `KEYS`, or else from the key file in `dataDir`. Returns undefined if neither exists. */
export const findKeyRing = (keys: string | undefined, dataDir: string): KeyRing | undefined => {
  if (keys !== undefined) return makeKeyRing(keys)
  try {
    return ringIn(path.join(path.resolve(dataDir), FILE))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Writes a new key in front of those in the key file, which is complete at any moment. Returns the ring. Throws if there is no file. */
export const addKeyTo = (dataDir: string): KeyRing => {
  const file = path.join(path.resolve(dataDir), FILE)
  const written = `${newKey()},${readFileSync(file, 'utf8').trim()}`
  const ring = makeKeyRing(written)
  const draft = `${file}.new`
  writeFileSync(draft, written, { mode: 0o600, flush: true })
  renameSync(draft, file)
  syncPath(path.dirname(file))
  return ring
}

/**
 * Returns the key ring from `KEYS`, or else from the key file in `dataDir`. Creates that file if necessary and calls `warn`, because losing
 * the file means losing all encrypted data, and other servers on the same database don't have it.
 */
export const openKeyRing = (keys: string | undefined, dataDir: string, warn: (sentence: string) => void): KeyRing => {
  const found = findKeyRing(keys, dataDir)
  if (found) return found
  const file = path.join(path.resolve(dataDir), FILE)
  const key = newKey()
  makeFolder(path.dirname(file))
  // If two servers start at the same time, one creates the file and the other reads it.
  try {
    writeFileSync(file, key, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return ringIn(file)
  }
  warn(
    `KEYS isn't set, so a key was created in ${file}. Keep a copy of it somewhere other than with the data. Servers that share a database need the same KEYS.`,
  )
  return makeKeyRing(key)
}
