/**
 * The installation's keys, which encrypt data in the database and compute keyed hashes for recognizing values.
 *
 * 1. Encryption uses AES-256-GCM with a fresh nonce. The key for each purpose is derived from the first key on the ring (HKDF-SHA-256).
 * 2. Encrypted data contains its key's name, and can be decrypted only for the same purpose and owner.
 * 3. A new key is added at the front of the ring. Older keys remain on the ring as long as any data was encrypted with them.
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

/** Key purposes. A separate key is derived for each. */
type KeyPurpose =
  | 'backups'
  | 'drive-tokens'
  | 'feeds'
  | 'google-sign-in'
  | 'idempotency'
  | 'key-in-use'
  | 'mail'
  | 'notes'
  | 'past-coupons'
  | 'past-trials'
  | 'sub-links'
  | 'sub-reports'

/** Inputs for encrypting a file: a single-use nonce, and the plain-text header that precedes the encrypted bytes. */
type FileParts = { nonce: Buffer; header: Buffer }

export type KeyRing = {
  /** Returns text encrypted for one purpose and one owner (such as the id of its row). */
  seal: (purpose: KeyPurpose, owner: string, text: string) => string
  /** Returns the decrypted text, or undefined if the key is unknown, the purpose or owner differs, or the data was tampered with. */
  open: (purpose: KeyPurpose, owner: string, sealed: string) => string | undefined
  /** The newest key's name. Pass it to `decipher` later. */
  newest: string
  /** Returns a cipher that encrypts a file with the newest key. */
  cipher: (purpose: KeyPurpose, file: FileParts) => CipherGCM
  /**
   * Returns a decipher for a file, or undefined if the key isn't on the ring. Its `final` call throws if the data or the header was
   * changed.
   */
  decipher: (purpose: KeyPurpose, file: FileParts & { key: string; tag: Buffer }) => DecipherGCM | undefined
  /** Returns keyed hashes for recognizing a string without storing it. One hash per key, newest key first. */
  fingerprints: (purpose: KeyPurpose, text: string) => [string, ...string[]]
}

/** Returns the bytes of a key from `KEYS`: 32 bytes in base64 or base64url. Throws for any other value. */
const keyOf = (written: string): Buffer => {
  const key = Buffer.from(written, 'base64')
  if (key.length !== KEY_BYTES || !/^[\w+/-]+=*$/.test(written))
    throw new StartRefused(
      `Each key in KEYS must be ${KEY_BYTES} random bytes in base64. Create one with: openssl rand -base64 ${KEY_BYTES}`,
    )
  return key
}

/** Returns a new random key in the format of `KEYS`. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/** Returns a ring of the comma-separated keys in `written`, newest first. Throws if a key isn't valid. */
export const makeKeyRing = (written: string): KeyRing => {
  const keys = written.split(',').map((key) => keyOf(key.trim()))
  const ring = keys.map((key) => ({ id: createHash('sha256').update(key).digest('base64url').slice(0, 8), key }))
  const derived = (key: Buffer, purpose: KeyPurpose): Buffer => Buffer.from(hkdfSync('sha256', key, '', `firstbell:${purpose}`, KEY_BYTES))
  const [newest] = ring
  if (!newest) throw new Error('A key ring needs a key')
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
        // The tag doesn't match. GCM doesn't report the cause.
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
