import { StartRefused } from '#server/lib/start/start-refused.ts'
import { ringWithKey } from './fitting-key.ts'
import { type KeyRing, makeLiveRing } from './key-ring.ts'

/**
 * Returns a running server's keys, and `follow`, which takes over the keys that `find` returns now, with the database's key in use. A server
 * that doesn't have that key ends with an uncaught error: it couldn't read what the others write.
 */
export const followKeys = (first: KeyRing, find: () => KeyRing | undefined): { keys: KeyRing; follow: (fingerprint: string) => void } => {
  const { keys, exchange } = makeLiveRing(first)
  const found = (): KeyRing | undefined => {
    try {
      return find()
    } catch (error) {
      // Somebody is editing the file. The keys from before are enough unless another one has come into use.
      if (error instanceof StartRefused) return undefined
      throw error
    }
  }
  const follow = (fingerprint: string): void => {
    const ring = ringWithKey(found() ?? keys, fingerprint) ?? ringWithKey(keys, fingerprint)
    if (ring) {
      exchange(ring)
      return
    }
    const error = new StartRefused(
      'The database now uses a key that this server does not have. Add it to KEYS, then start the server again.',
    )
    process.nextTick(() => {
      throw error
    })
    throw error
  }
  return { keys, follow }
}
