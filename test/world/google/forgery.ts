/** Ways to forge a Google ID token. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

export type Forgery = {
  /** Overrides claims. Undefined removes a claim. */
  claims?: Record<string, unknown>
  /** Signs with a key other than the provider's. */
  isSignedByAnother?: boolean
  /** Omits the signature and sets the header's `alg` to `none`. */
  isUnsigned?: boolean
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const decoded = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString())

export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** Returns an ID token with the forgery applied. */
export const forged = (idToken: string, { claims, isSignedByAnother, isUnsigned }: Forgery, key: KeyObject): string => {
  const [header, payload] = idToken.split('.')
  const head = { ...decoded(header), ...(isUnsigned && { alg: 'none' }) }
  const said = `${encoded(head)}.${encoded({ ...decoded(payload), ...claims })}`
  if (isUnsigned) return `${said}.`
  const signer = createSign('RSA-SHA256').update(said)
  return `${said}.${signer.sign(isSignedByAnother ? newKey() : key).toString('base64url')}`
}
