/** What somebody would put into a token of Google's, to be taken for another. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

export type Forgery = {
  /** What is said instead; undefined is left out. */
  claims?: Record<string, unknown>
  /** Signed by a key that is not the provider's. */
  isSignedByAnother?: boolean
  /** Not signed at all, and says so. */
  isUnsigned?: boolean
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const decoded = (part = ''): object => JSON.parse(Buffer.from(part, 'base64url').toString())

export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** Returns an ID token with what is forged in it. */
export const forged = (idToken: string, { claims, isSignedByAnother, isUnsigned }: Forgery, key: KeyObject): string => {
  const [header, payload] = idToken.split('.')
  const head = { ...decoded(header), ...(isUnsigned && { alg: 'none' }) }
  const said = `${encoded(head)}.${encoded({ ...decoded(payload), ...claims })}`
  if (isUnsigned) return `${said}.`
  const signer = createSign('RSA-SHA256').update(said)
  return `${said}.${signer.sign(isSignedByAnother ? newKey() : key).toString('base64url')}`
}
