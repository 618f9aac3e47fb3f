/**
 * The keys of this installation: what is encrypted in the database, and what is known again by a keyed hash.
 *
 * 1. AES-256-GCM with a fresh nonce; the key of each purpose is derived from the first key of the ring (HKDF-SHA-256).
 * 2. What is sealed names the key that sealed it, and opens only for the same purpose and owner.
 * 3. A new key is put in front of the ring; the older ones stay behind it for as long as anything names them.
 */
import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { StartRefused } from '#server/lib/start/start-refused.ts'

const KEY_BYTES = 32
export const NONCE_BYTES = 12
export const TAG_BYTES = 16

/** What a key is used for; each has a key of its own. */
type KeyPurpose = 'backups' | 'drive-tokens' | 'google-sign-in' | 'key-in-use' | 'mail' | 'past-coupons' | 'past-trials'

/** What encrypts a file: a nonce that is used once, and what stands before the encrypted bytes for all to read. */
type FileParts = { nonce: Buffer; header: Buffer }

export type KeyRing = {
  /** Returns a text encrypted for one purpose and one owner (such as the id of its row). */
  seal: (purpose: KeyPurpose, owner: string, text: string) => string
  /** Returns the text; undefined where it was sealed by an unknown key, for something else, or was changed. */
  open: (purpose: KeyPurpose, owner: string, sealed: string) => string | undefined
  /** The name of the newest key, by which `decipher` finds it again. */
  newest: string
  /** Returns what encrypts a file with the newest key. */
  cipher: (purpose: KeyPurpose, file: FileParts) => CipherGCM
  /** Returns what decrypts it, and fails at its end unless all of it and the header are what they were; undefined without that key. */
  decipher: (purpose: KeyPurpose, file: FileParts & { key: string; tag: Buffer }) => DecipherGCM | undefined
  /** Returns by what a text is known again without being kept: one hash for each key, that of the newest first. */
  fingerprints: (purpose: KeyPurpose, text: string) => [string, ...string[]]
}

/** Returns the bytes of a key as it is written in `KEYS`: base64 or base64url of 32 bytes. Throws for any other. */
const keyOf = (written: string): Buffer => {
  const key = Buffer.from(written, 'base64')
  if (key.length !== KEY_BYTES || !/^[\w+/-]+=*$/.test(written))
    throw new StartRefused(`Each of KEYS is ${KEY_BYTES} random bytes in base64, such as \`openssl rand -base64 ${KEY_BYTES}\` prints.`)
  return key
}

/** A new key, as it is written in `KEYS`. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/** Returns the ring of the keys in `written`, separated by commas, the newest first. Throws where one is no key. */
export const makeKeyRing = (written: string): KeyRing => {
  const keys = written.split(',').map((key) => keyOf(key.trim()))
  const ring = keys.map((key) => ({ id: createHash('sha256').update(key).digest('base64url').slice(0, 8), key }))
  const derived = (key: Buffer, purpose: KeyPurpose): Buffer => Buffer.from(hkdfSync('sha256', key, '', `firstbell:${purpose}`, KEY_BYTES))
  const [newest] = ring
  if (!newest) throw new Error('A ring has a key')
  return {
    seal: (purpose, owner, text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derived(newest.key, purpose), nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${newest.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open: (purpose, owner, sealed) => {
      const [id, written = ''] = sealed.split('.')
      const known = ring.find((key) => key.id === id)
      const bytes = Buffer.from(written, 'base64url')
      if (!known || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', derived(known.key, purpose), bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        // The tag does not fit: GCM says no more than that.
        return undefined
      }
    },
    newest: newest.id,
    cipher: (purpose, { nonce, header }) => createCipheriv('aes-256-gcm', derived(newest.key, purpose), nonce).setAAD(header),
    decipher: (purpose, { key, nonce, header, tag }) => {
      const known = ring.find(({ id }) => id === key)
      return known && createDecipheriv('aes-256-gcm', derived(known.key, purpose), nonce).setAAD(header).setAuthTag(tag)
    },
    fingerprints: (purpose, text) => {
      const hash = ({ key }: { key: Buffer }) => createHmac('sha256', derived(key, purpose)).update(text).digest('base64url')
      const [, ...older] = ring
      return [hash(newest), ...older.map(hash)]
    },
  }
}
