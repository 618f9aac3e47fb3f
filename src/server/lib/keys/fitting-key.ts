/**
 * Checks that the keys match the database. With other keys, a server would run but silently lose encrypted data. The
 * database stores a keyed hash of the newest key it was used with. That key must be on the ring, but needn't be its newest.
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

/** Records the newest key of a ring as the database's key. */
export const acceptKey = async (db: Db, ring: KeyRing): Promise<void> => {
  const [fingerprint] = fingerprintsOf(ring)
  await db.insert(keyInUse).values({ fingerprint }).onConflictDoUpdate({ target: keyInUse.id, set: { fingerprint } })
}

type Opening = {
  db: Db
  /** As in `KEYS`; undefined if they are in a file in `dataDir`. */
  keys: string | undefined
  dataDir: string
  /** True if the ring can decrypt what the database contains, or nothing is encrypted. Used for databases older than the fingerprint. */
  opensSealed: (ring: KeyRing | undefined) => Promise<boolean>
  warn: (sentence: string) => void
}

/**
 * Returns the ring, creating it on the first start. Throws StartRefused, without creating one, if the database was used with another key.
 */
export const openFittingKeys = async ({ db, keys, dataDir, opensSealed, warn }: Opening): Promise<KeyRing> => {
  const found = findKeyRing(keys, dataDir)
  const known = await fingerprintIn(db)
  const fits = known === undefined ? await opensSealed(found) : found !== undefined && fingerprintsOf(found).includes(known)
  if (!fits) {
    const file = path.resolve(dataDir, 'keys')
    const lacking =
      keys !== undefined ? "it isn't in KEYS" : found ? `it isn't in ${file}` : `KEYS isn't set, and the file ${file} doesn't exist`
    throw new StartRefused(
      `This database was used with another key: ${lacking}. Add that key to KEYS (after the newer one, if there is one), or copy the file named keys from the old DATA_DIR to ${file}. If the key is lost forever, run this to give up the data it encrypted: npm run admin -- accept-key`,
    )
  }
  const ring = found ?? openKeyRing(keys, dataDir, warn)
  if (known !== fingerprintsOf(ring)[0]) await acceptKey(db, ring)
  return ring
}
