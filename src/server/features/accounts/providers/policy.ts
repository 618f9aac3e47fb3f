/**
 * What a browser keeps of its rounds to providers, in one cookie that only this installation can read.
 *
 * 1. A round holds for ten minutes and for one return. Of two that are begun side by side the later one holds.
 * 2. `browser` is a secret of the browser: a code that has come back is worth something only together with it.
 * 3. What opens a Drive waits here, and nowhere else, until its code is exchanged.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import type { ProviderRound } from '#server/lib/outside/provider.ts'
import type { Provider, RoundPurpose } from '#shared/accounts/providers/contract.ts'

export const LIFE_S = 600
/** For whom the cookie is sealed. */
const OWNER = 'browser'

/** A round, with what it is for. */
export type Round = ProviderRound & {
  provider: Provider
  purpose: RoundPurpose | null
  /** It asks for the files that they pick, too. */
  opensDrive: boolean
  userId: string | null
  sessionId: string | null
  timezone: string | null
  ref: string | null
}
export type Kept = {
  browser: string
  round?: Round
  /** What opens a Drive, with the code that it came with. */
  drive?: { code: string; refreshToken: string }
}

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Returns what a browser keeps, as its cookie has it. */
export const written = (keys: KeyRing, kept: Kept, now: Date): string =>
  keys.seal('google-sign-in', OWNER, JSON.stringify({ ...kept, at: now.getTime() }))

/** Returns what a cookie says; undefined where it is too old, or not ours. */
export const readFrom = (keys: KeyRing, cookie: string, now: Date): Kept | undefined => {
  const opened = keys.open('google-sign-in', OWNER, cookie)
  if (opened === undefined) return undefined
  const { at, ...kept } = JSON.parse(opened) as Kept & { at: number }
  return now.getTime() - at < LIFE_S * 1000 ? kept : undefined
}
