/**
 * Limits password guessing against one account and from one network (docs/decisions/0013).
 *
 * 1. An attempt is counted before the password is checked and refunded if the password is correct. Fifty concurrent attempts count as
 *    fifty.
 * 2. A browser that has signed in to the account before has its own bucket, so an attack on the account doesn't lock it out.
 * 3. Responses don't reveal whether an account exists. Unknown addresses have the same buckets.
 * 4. Email addresses are stored only as hashes, for one hour.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Limit, makeBuckets } from '#server/lib/limits/buckets.ts'
import { RATES, SIGN_IN_LIMITS } from '#server/lib/limits/rates.ts'
import { type Claim, deleteLimits, makeSharedLimits, waitFor } from '#server/lib/limits/shared-limits.ts'
import type { MailQueue } from '#server/lib/mail/mail-queue.ts'
import * as query from './queries.ts'

/** Maximum known browsers per account. */
const DEVICES_KEPT = 20

/** A user ID that never belongs to an account. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type Guesser = {
  /** Lowercase, as normalized by the contract. */
  email: string
  /** Undefined if no account has this address. */
  userId: string | undefined
  network: string
  /** The device cookie, if the browser sent it. */
  device: string | undefined
  now: Date
}
type Attempt = {
  /** True if this browser has signed in to the account before. */
  isKnownDevice: boolean
  /** True if this network has tried too many nonexistent accounts. The password then isn't hashed. */
  isDecoy: boolean
  /** Refunds the attempt after a correct password. */
  wasRight: () => Promise<void>
}
export type SignInThrottle = {
  /** Counts a sign-in attempt. Throws `too_many`. */
  signingIn: (db: Db, guesser: Guesser) => Promise<Attempt>
  /** Counts a password typed by a signed-in user. Throws `too_many`. */
  proving: (db: Db, proof: { userId: string; now: Date }) => Promise<Pick<Attempt, 'wasRight'>>
  /** Counts a request for a password-reset link. Throws `too_many`. */
  askingForLink: (db: Db, asking: { email: string; network: string; now: Date }) => Promise<void>
  /** Counts a new account or guest. Throws `too_many`. */
  registering: (db: Db, network: string, now: Date, as?: 'registration' | 'guest') => Promise<void>
}

/**
 * Returns a function that counts an attempt in all of the given buckets, or in none of them. The function throws `too_many` if a bucket is
 * full.
 */
const makeClaims = () => {
  const shared = makeSharedLimits()
  return async (db: Db, claims: readonly Claim[], now: Date, also?: Claim): Promise<Omit<Attempt, 'isKnownDevice'>> => {
    const taken = await shared.claim(db, also ? [...claims, also] : claims, now)
    const counted = [...claims, ...(also ? [also] : [])].filter(({ key, cost }) => cost === 1 && taken.includes(key))
    const full = claims.filter(({ key }) => !taken.includes(key)).map(({ key }) => key)
    if (full.length > 0) {
      await shared.giveBack(db, counted, now)
      const seconds = await waitFor(db, full, now)
      const minutes = Math.ceil(seconds / 60)
      throw new Refused('too_many', `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, {
        retryAfter: seconds,
      })
    }
    return { isDecoy: also !== undefined && !taken.includes(also.key), wasRight: () => shared.giveBack(db, counted, now) }
  }
}

/**
 * `callsPerMinute` is the operator's per-user request limit. The limits for new accounts and reset links scale with it. With the default of
 * 1,200, they match SIGN_IN_LIMITS.
 */
export const makeSignInThrottle = ({ callsPerMinute }: { callsPerMinute: number }): SignInThrottle => {
  const factor = callsPerMinute / 1200
  const grown = ({ burst, perHour }: Limit): Limit => ({ burst: Math.ceil(factor * burst), perHour: Math.ceil(factor * perHour) })
  const newcomers = { registration: grown(SIGN_IN_LIMITS.registration), guest: grown(SIGN_IN_LIMITS.guest) }
  const requireAll = makeClaims()

  return {
    signingIn: async (db, { email, userId, network, device, now }) => {
      // Also runs for unknown accounts, so that response times don't reveal whether an account exists.
      const isKnown = device !== undefined && (await query.isKnownDevice(db, userId ?? NOBODY, hashOf(device)))
      if (isKnown) {
        const claim = { key: `device ${userId} ${hashOf(device)}`, limit: SIGN_IN_LIMITS.device, cost: 1 } as const
        return { ...(await requireAll(db, [claim], now)), isKnownDevice: true }
      }
      const exists = userId !== undefined
      const attempt = await requireAll(
        db,
        [
          { key: `pair ${hashOf(email)} ${network}`, limit: SIGN_IN_LIMITS.pair, cost: 1 },
          { key: `account ${hashOf(email)}`, limit: SIGN_IN_LIMITS.account, cost: 1 },
          { key: `network ${network}`, limit: SIGN_IN_LIMITS.network, cost: exists ? 1 : 0 },
        ],
        now,
        exists ? undefined : { key: `unknown ${network}`, limit: SIGN_IN_LIMITS.unknown, cost: 1 },
      )
      return { ...attempt, isKnownDevice: false }
    },
    proving: (db, { userId, now }) => requireAll(db, [{ key: `proof ${userId}`, limit: SIGN_IN_LIMITS.proof, cost: 1 }], now),
    askingForLink: async (db, { email, network, now }) => {
      await requireAll(
        db,
        [
          { key: `links ${network}`, limit: grown(SIGN_IN_LIMITS.links), cost: 1 },
          { key: `linksTo ${hashOf(email)}`, limit: SIGN_IN_LIMITS.linksTo, cost: 1 },
        ],
        now,
      )
    },
    registering: async (db, network, now, as = 'registration') => {
      await requireAll(db, [{ key: `${as} ${network}`, limit: newcomers[as], cost: 1 }], now)
    },
  }
}

type Recognized = { userId: string; device: string | undefined; now: Date; mailQueue?: MailQueue | undefined }

/**
 * Remembers the browser used to sign in, and emails the user about it if `mailQueue` is given. Returns the cookie to set, or undefined
 * while the database is read-only.
 */
export const rememberDevice = async (db: Db, { userId, device, now, mailQueue }: Recognized): Promise<string | undefined> => {
  const cookie = device ?? randomBytes(32).toString('base64url')
  try {
    await db.transaction(async (db) => {
      await mailQueue?.queue(db, { userId, kind: 'new-device', about: now.toISOString() }, now)
      await query.rememberDevice(db, { userId, deviceHash: hashOf(cookie), lastSignIn: now, kept: DEVICES_KEPT })
    })
    return cookie
  } catch (error) {
    if (!cannotWrite(error)) throw error
    return undefined
  }
}

/** Forgets all of the user's browsers except the one with this cookie. */
export const forgetOtherDevices = (db: Db, userId: string, device: string | undefined) =>
  query.forgetOtherDevices(db, userId, device === undefined ? '' : hashOf(device))

/** Deletes the counters of a deleted account's attempts and calls. Its known browsers are deleted by cascade. */
export const forgetAttempts = async (db: Db, { userId, email }: { userId: string; email: string | null }) =>
  deleteLimits(db, [
    `device ${userId} `,
    `proof ${userId}`,
    `call ${userId} `,
    `code ${userId}`,
    // Guests have no password to guess.
    ...(email === null ? [] : [`pair ${hashOf(email)} `, `account ${hashOf(email)}`, `linksTo ${hashOf(email)}`]),
  ])

const TOKENS_REMEMBERED = 50_000

/** Rejects unknown tokens from networks that send too many of them. Tokens known to be valid are never rejected. */
export const makeTokenGuard = () => {
  const madeUp = makeBuckets(RATES.madeUp)
  const seen = new Set<string>()
  const remember = (tokenHash: string): void => {
    if (seen.has(tokenHash)) return
    seen.add(tokenHash)
    const [oldest] = seen.size > TOKENS_REMEMBERED ? seen : []
    if (oldest !== undefined) seen.delete(oldest)
  }
  return {
    remember,
    /** Throws `too_many`. */
    check: (tokenHash: string, network: string, now: Date): void => {
      if (!seen.has(tokenHash) && madeUp.wait(network, now) > 0)
        throw new Refused('too_many', undefined, { retryAfter: madeUp.wait(network, now) })
    },
    noteUnknown: (tokenHash: string, network: string, now: Date): void => {
      seen.delete(tokenHash)
      madeUp.take(network, now)
    },
  }
}
