import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type KeyRing, makeKeyRing, newKey } from './key-ring.ts'

/** Beside the embedded database, not in it: a copy of the one does not open the other. */
const FILE = 'keys'

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * Returns the ring of `KEYS`; without any, that of the file in `dataDir`, which it makes if need be, saying so by `warn`:
 * what is encrypted is lost with that file, and other servers on the same database do not have it.
 */
export const openKeyRing = (keys: string | undefined, dataDir: string, warn: (sentence: string) => void): KeyRing => {
  if (keys !== undefined) return makeKeyRing(keys)
  const file = path.join(path.resolve(dataDir), FILE)
  try {
    return makeKeyRing(readFileSync(file, 'utf8'))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const key = newKey()
  mkdirSync(path.dirname(file), { recursive: true })
  // Of two servers that start at once, one makes it and the other reads it.
  try {
    writeFileSync(file, key, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return makeKeyRing(readFileSync(file, 'utf8'))
  }
  warn(
    `KEYS is not set: a key was made in ${file}. Keep a copy of it apart from the data; servers that share a database need the same KEYS.`,
  )
  return makeKeyRing(key)
}
