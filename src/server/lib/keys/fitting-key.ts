/**
 * Checks that the encryption keys match the database. With the wrong keys, a server would run but silently lose encrypted data. The
 * database stores a keyed hash of the key in use. That key must be on the key ring, but doesn't have to be the newest.
 */
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { StartRefused } from '#server/lib/start/start-refused.ts'
import { findKeyRing, openKeyRing } from './kept-key.ts'
import type { KeyRing } from './key-ring.ts'
import { keyInUse } from './tables.ts'

const fingerprintOf = (ring: KeyRing): string => ring.fingerprints('key-in-use', 'firstbell')[0]

/** Returns a ring's keys with the database's key in use, or undefined if that key isn't on the ring. */
export const ringWithKey = (ring: KeyRing, fingerprint: string): KeyRing | undefined =>
  ring.names.map((name) => ring.using(name)).find((using) => fingerprintOf(using) === fingerprint)

/** Returns the fingerprint of the database's key and since when it is in use. Undefined for a database that has none yet. */
export const keyIn = (db: Db) => first(db.select().from(keyInUse))

/** Like `keyIn`, and prevents another key from coming into use before the transaction ends. `update` also makes others that lock it wait. */
export const lockKeyIn = (db: Db, strength: 'share' | 'update') => first(db.select().from(keyInUse).for(strength))

/** Records the key in use on a ring as the database's key, from now on. */
export const acceptKey = async (db: Db, ring: KeyRing): Promise<void> => {
  const key = { fingerprint: fingerprintOf(ring), since: sql`now()` }
  await db.insert(keyInUse).values(key).onConflictDoUpdate({ target: keyInUse.id, set: key })
}

type Opening = {
  db: Db
  /** The value of `KEYS`. Undefined if the keys are in a file in `dataDir`. */
  keys: string | undefined
  dataDir: string
  /**
   * True if the key ring can decrypt the database's encrypted data, or the database has none. Used for databases created before the
   * fingerprint was introduced.
   */
  opensSealed: (ring: KeyRing | undefined) => Promise<boolean>
  warn: (sentence: string) => void
}

type Fitting = { fits: boolean; found: KeyRing | undefined; known: string | undefined; explanation: string }

/** Returns whether the keys match the database, and what to do if they don't. Changes nothing. */
export const keyFits = async ({ db, keys, dataDir, opensSealed }: Omit<Opening, 'warn'>): Promise<Fitting> => {
  const found = findKeyRing(keys, dataDir)
  // The doctor also looks at databases of earlier versions, which don't have the other columns.
  const known = (await first(db.select({ fingerprint: keyInUse.fingerprint }).from(keyInUse)))?.fingerprint
  const fits = known === undefined ? await opensSealed(found) : found !== undefined && ringWithKey(found, known) !== undefined
  const file = path.resolve(dataDir, 'keys')
  const lacking =
    keys !== undefined ? "it isn't in KEYS" : found ? `it isn't in ${file}` : `KEYS isn't set, and the file ${file} doesn't exist`
  const explanation = `This database was used with another key: ${lacking}. Add that key to KEYS (after the newer one, if there is one), or copy the file named keys from the old DATA_DIR to ${file}. If the key is lost forever, run this to give up the data it encrypted: npm run admin -- accept-key`
  return { fits, found, known, explanation }
}

/**
 * Returns the key ring with the database's key in use, creating it on the first start. Throws StartRefused, without creating a key ring,
 * if the database was used with another key. A newer key on the ring isn't used before a rotation has made sure that all servers
 * have it.
 */
export const openFittingKeys = async ({ warn, ...opening }: Opening): Promise<KeyRing> => {
  const { fits, found, known, explanation } = await keyFits(opening)
  if (!fits) throw new StartRefused(explanation)
  const ring = found ?? openKeyRing(opening.keys, opening.dataDir, warn)
  if (known === undefined) await acceptKey(opening.db, ring)
  return (known !== undefined && ringWithKey(ring, known)) || ring
}
