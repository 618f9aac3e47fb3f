import { createHash } from 'node:crypto'
import { Refused } from '#server/lib/http/refuse.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { RETENTION } from '#shared/retention.ts'
import type { Caller } from './tables.ts'

/** Keys that one caller can use in 24 hours, and characters of all their stored answers. */
export const MOST = { keys: 5_000, characters: 4_000_000 }
/** Characters of one stored answer. */
export const MOST_OF_ANSWER = 65_536

const HOUR_MS = 3_600_000

/** Returns the time after which keys are kept. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - RETENTION.idempotencyHours * HOUR_MS)

export const KEY_RULE = 'Send an Idempotency-Key of 8 to 100 letters, digits, “_” or “-”.'

/** Returns the key in an `Idempotency-Key` header, or undefined without one. Throws `malformed` for any other form. */
export const keyIn = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined || (typeof header === 'string' && /^[\w-]{8,100}$/.test(header))) return header
  throw new Refused('malformed', KEY_RULE)
}

/** True if the body names its operation, which is carried out once by itself. */
export const namesOperation = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'operationId' in body && body.operationId !== undefined

/** Returns the name under which a key is stored. Equal keys of two callers, or of two calls, have different ones. */
export const hashOfKey = ({ userId, network }: Caller, call: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, network, call, key]))
    .digest('base64url')

/** Everything that a caller sent, apart from headers. */
export type Sent = { params: unknown; query: unknown; body: unknown }

/** Returns the hashes of a request, the one to store first. They are keyed, because a body can contain a password. */
export const hashesOfRequest = (keys: KeyRing, { params, query, body }: Sent): [string, ...string[]] => {
  const sent = JSON.stringify([params, query, body])
  // A body can have megabytes, and each key of the ring hashes its text.
  return keys.fingerprints('idempotency', createHash('sha256').update(sent).digest('base64url'))
}
