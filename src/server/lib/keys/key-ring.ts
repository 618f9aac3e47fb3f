/**
 * The installation's keys, which encrypt data in the database and compute keyed hashes for recognizing values.
 *
 * 1. Encryption uses AES-256-GCM with a fresh nonce. The key for each purpose is derived from the key in use (HKDF-SHA-256).
 * 2. Encrypted data contains its key's name, and can be decrypted only for the same purpose and owner.
 * 3. A new key is added at the front of the ring, and is used once all servers have it (docs/decisions/0069). Older keys remain on the ring
 *    as long as any data was encrypted with them.
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
export type KeyPurpose =
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
  /** The names of all keys, newest first. They reveal nothing about the keys. */
  names: readonly [string, ...string[]]
  /** The name of the key that encrypts. For a file, pass it to `decipher` later. */
  inUse: string
  /** Returns a ring with the same keys, on which another one encrypts. Throws if it isn't on the ring. */
  using: (name: string) => KeyRing
  /** Returns a cipher that encrypts a file with the key in use. */
  cipher: (purpose: KeyPurpose, file: FileParts) => CipherGCM
  /**
   * Returns a decipher for a file, or undefined if the key isn't on the ring. Its `final` call throws if the data or the header was
   * changed.
   */
  decipher: (purpose: KeyPurpose, file: FileParts & { key: string; tag: Buffer }) => DecipherGCM | undefined
  /** Returns keyed hashes for recognizing a string without storing it. One hash per key, that of the key in use first. */
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

/** Returns a ring that others can hold while it is exchanged for another one, and the function that exchanges it. */
export const makeLiveRing = (first: KeyRing): { keys: KeyRing; exchange: (ring: KeyRing) => void } => {
  let ring = first
  const keys: KeyRing = {
    seal: (...sealed) => ring.seal(...sealed),
    open: (...opened) => ring.open(...opened),
    get names() {
      return ring.names
    },
    get inUse() {
      return ring.inUse
    },
    using: (name) => ring.using(name),
    cipher: (...file) => ring.cipher(...file),
    decipher: (...file) => ring.decipher(...file),
    fingerprints: (...text) => ring.fingerprints(...text),
  }
  return {
    keys,
    exchange: (next) => {
      ring = next
    },
  }
}

/** Returns a ring of the comma-separated keys in `written`, newest first, of which the newest is in use. Throws if a key isn't valid. */
export const makeKeyRing = (written: string): KeyRing => {
  const keys = written.split(',').map((key) => keyOf(key.trim()))
  const ring = keys.map((key) => ({ id: createHash('sha256').update(key).digest('base64url').slice(0, 8), key }))
  const [newest, ...older] = ring
  if (!newest) throw new Error('A key ring needs a key')
  return ringWith([newest, ...older], newest)
}

type Key = { id: string; key: Buffer }

const derived = (key: Buffer, purpose: KeyPurpose): Buffer => Buffer.from(hkdfSync('sha256', key, '', `firstbell:${purpose}`, KEY_BYTES))

const ringWith = (ring: readonly [Key, ...Key[]], inUse: Key): KeyRing => {
  const [first, ...others] = ring
  return {
    seal: (purpose, owner, text) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', derived(inUse.key, purpose), nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${inUse.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
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
    names: [first.id, ...others.map(({ id }) => id)],
    inUse: inUse.id,
    using: (name) => {
      const known = ring.find(({ id }) => id === name)
      if (!known) throw new Error(`The key ${name} isn't on the ring`)
      return ringWith(ring, known)
    },
    cipher: (purpose, { nonce, header }) => createCipheriv('aes-256-gcm', derived(inUse.key, purpose), nonce).setAAD(header),
    decipher: (purpose, { key, nonce, header, tag }) => {
      const known = ring.find(({ id }) => id === key)
      return known && createDecipheriv('aes-256-gcm', derived(known.key, purpose), nonce).setAAD(header).setAuthTag(tag)
    },
    fingerprints: (purpose, text) => {
      const hash = ({ key }: { key: Buffer }) => createHmac('sha256', derived(key, purpose)).update(text).digest('base64url')
      return [hash(inUse), ...ring.filter((key) => key !== inUse).map(hash)]
    },
  }
}
