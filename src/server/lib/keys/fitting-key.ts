/**
 * Checks that the encryption keys match the database. With the wrong keys, a server would run but silently lose encrypted data. The
 * database stores a keyed hash of the newest key it was used with. That key must be on the key ring, but doesn't have to be the newest.
 */
import path from 'node:path'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { StartRefused } from '#server/lib/start/start-refused.ts'
import { findKeyRing, openKeyRing } from './kept-key.ts'
import type { KeyRing } from './key-ring.ts'
import { keyInUse } from './tables.ts'

const fingerprintsOf = (ring: KeyRing): [string, ...string[]] => ring.fingerprints('key-in-use', 'firstbell')

const fingerprintIn = async (db: Db): Promise<string | undefined> => (await first(db.select().from(keyInUse)))?.fingerprint

/** Records a key ring's newest key as the database's key. */
export const acceptKey = async (db: Db, ring: KeyRing): Promise<void> => {
  const [fingerprint] = fingerprintsOf(ring)
  await db.insert(keyInUse).values({ fingerprint }).onConflictDoUpdate({ target: keyInUse.id, set: { fingerprint } })
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
  const known = await fingerprintIn(db)
  const fits = known === undefined ? await opensSealed(found) : found !== undefined && fingerprintsOf(found).includes(known)
  const file = path.resolve(dataDir, 'keys')
  const lacking =
    keys !== undefined ? "it isn't in KEYS" : found ? `it isn't in ${file}` : `KEYS isn't set, and the file ${file} doesn't exist`
  const explanation = `This database was used with another key: ${lacking}. Add that key to KEYS (after the newer one, if there is one), or copy the file named keys from the old DATA_DIR to ${file}. If the key is lost forever, run this to give up the data it encrypted: npm run admin -- accept-key`
  return { fits, found, known, explanation }
}

/**
 * Returns the key ring, creating it on the first start. Throws StartRefused, without creating a key ring, if the database was used with
 * another key.
 */
export const openFittingKeys = async ({ warn, ...opening }: Opening): Promise<KeyRing> => {
  const { fits, found, known, explanation } = await keyFits(opening)
  if (!fits) throw new StartRefused(explanation)
  const ring = found ?? openKeyRing(opening.keys, opening.dataDir, warn)
  if (known !== fingerprintsOf(ring)[0]) await acceptKey(opening.db, ring)
  return ring
}
