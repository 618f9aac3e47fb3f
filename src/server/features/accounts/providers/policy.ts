/**
 * The encrypted cookie that holds a browser's state during provider round trips.
 *
 * 1. A round trip is valid for ten minutes and one callback. If two round trips start in parallel, only the later one is valid.
 * 2. `browser` is a secret specific to this browser. A returned code only works together with it.
 * 3. Only this cookie holds a Drive refresh token until its code is exchanged.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { ProviderFlow } from '#server/lib/integrations/provider.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { OAuthPurpose, Provider } from '#shared/accounts/providers/contract.ts'

export const LIFE_S = 600
/** Owner passed to the key ring. The cookie belongs to a browser, not to a user. */
const OWNER = 'browser'

/** A round trip to a provider, with its purpose. */
export type OAuthFlow = ProviderFlow & {
  provider: Provider
  purpose: OAuthPurpose | null
  /** True if it also requests access to the Drive files that the user picks. */
  opensDrive: boolean
  userId: string | null
  sessionId: string | null
  timezone: string | null
  ref: string | null
}
export type FlowCookie = {
  browser: string
  round?: OAuthFlow
  /** A Drive refresh token and the code from the same callback. */
  drive?: { code: string; refreshToken: string }
}

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns the encrypted cookie. */
export const written = (keys: KeyRing, kept: FlowCookie, now: Date): string =>
  keys.seal('google-sign-in', OWNER, JSON.stringify({ ...kept, at: now.getTime() }))

/** Decrypts the cookie. Returns undefined if it has expired or wasn't encrypted by this server. */
export const readFrom = (keys: KeyRing, cookie: string, now: Date): FlowCookie | undefined => {
  const opened = keys.open('google-sign-in', OWNER, cookie)
  if (opened === undefined) return undefined
  const { at, ...kept } = JSON.parse(opened) as FlowCookie & { at: number }
  return now.getTime() - at < LIFE_S * 1000 ? kept : undefined
}
