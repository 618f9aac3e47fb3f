/**
 * Guessing at passwords, against one account and from one network (docs/decisions/0013).
 *
 * 1. A try is counted before it is looked at, and given back when it was right: fifty at once are fifty.
 * 2. A browser that signed in to the account before is counted apart: an attack on the account does not keep it out.
 * 3. No answer says whether the account exists: one that does not has buckets like any other.
 * 4. Nothing is kept of an e-mail address but its hash, and that for an hour.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/lib/db/client.ts'
import { cannotWrite } from '#server/lib/db/failures.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { type Buckets, type Limit, makeBuckets } from '#server/lib/limits/buckets.ts'
import * as query from './queries.ts'

/** Every bucket of guesses is empty again after a quarter of an hour, and each of them after less than an hour. */
const LIMITS = {
  /** One account, from one network. */
  pair: { burst: 8, perHour: 32 },
  /** One account, from all networks together: at most 30 in any 15 minutes. */
  account: { burst: 15, perHour: 60 },
  /** Wrong passwords of one network, over all accounts that exist: a school of 300 shares one address. */
  network: { burst: 300, perHour: 1200 },
  /** Accounts that do not exist, from one network. */
  unknown: { burst: 100, perHour: 400 },
  /** One account, from one browser that it knows. */
  device: { burst: 15, perHour: 60 },
  /** One account, from the sessions it has: for each as many as end it, and a few for its other sessions. */
  proof: { burst: 20, perHour: 80 },
  /** Links for a new password, asked for from one network, and for one address, whether or not it has an account. */
  links: { burst: 40, perHour: 60 },
  linksTo: { burst: 4, perHour: 4 },
  /** New accounts of one network. */
  registration: { burst: 60, perHour: 400 },
  /** Guests of one network: a workshop that begins at the same moment, and the next one after it. */
  guest: { burst: 100, perHour: 200 },
} satisfies Record<string, Limit>

/** A browser that has not signed in for so long is a stranger again. In seconds, as cookies count. */
export const DEVICE_LIFE_S = 180 * 24 * 3600
/** Browsers of one account. */
const DEVICES_KEPT = 20

/** Of no account. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type Guesser = {
  /** As the contract makes it: in lower case. */
  email: string
  /** Undefined where there is no such account. */
  userId: string | undefined
  network: string
  /** The browser's cookie, if it has one. */
  device: string | undefined
  now: Date
}
type Attempt = {
  /** The browser signed in to the account before. */
  isKnownDevice: boolean
  /** There have been so many made-up accounts that this one is not worth the work of a hash. */
  isPretence: boolean
  /** Gives back what was counted: the password was right. */
  wasRight: () => Promise<void>
}
export type Guard = {
  /** Counts a try to sign in. Throws `too_many`. */
  signingIn: (db: Db, guesser: Guesser) => Promise<Attempt>
  /** Counts a password that somebody types who is signed in. Throws `too_many`. */
  proving: (db: Db, proof: { userId: string; now: Date }) => Promise<Pick<Attempt, 'wasRight'>>
  /** Counts a link for a new password that is asked for. Throws `too_many`. */
  askingForLink: (db: Db, asking: { email: string; network: string; now: Date }) => Promise<void>
  /** Counts a new account, or a new guest. Throws `too_many`. */
  registering: (db: Db, network: string, now: Date, as?: 'registration' | 'guest') => Promise<void>
}

/** `callsPerMinute` is what the operator lets a person make; with the usual 1,200 a network makes as many accounts as LIMITS says. */
export const makeGuard = ({ callsPerMinute }: { callsPerMinute: number }): Guard => {
  const factor = callsPerMinute / 1200
  const grown = ({ burst, perHour }: Limit): Limit => ({ burst: Math.ceil(factor * burst), perHour: Math.ceil(factor * perHour) })
  const newcomers = { registration: grown(LIMITS.registration), guest: grown(LIMITS.guest) }
  // While the database takes no writes, each server counts in its memory, from nothing.
  const inMemory = new Map<Limit, Buckets>()
  const bucketsFor = (limit: Limit): Buckets => {
    const buckets = inMemory.get(limit) ?? makeBuckets(limit)
    inMemory.set(limit, buckets)
    return buckets
  }
  const claim = async (db: Db, claims: readonly query.Claim[], now: Date): Promise<string[]> => {
    try {
      return await query.claimAttempts(db, claims, now)
    } catch (error) {
      if (!cannotWrite(error)) throw error
      const hasRoom = ({ key, limit, cost }: query.Claim) =>
        cost === 0 ? bucketsFor(limit).wait(key, now) === 0 : bucketsFor(limit).take(key, now)
      return claims.filter(hasRoom).map(({ key }) => key)
    }
  }
  const giveBack = async (db: Db, claims: readonly query.Claim[], now: Date): Promise<void> => {
    const keys = claims.map(({ key }) => key)
    if (keys.length === 0) return
    await query.returnAttempts(db, keys).catch((error: unknown) => {
      if (!cannotWrite(error)) throw error
      for (const { key, limit } of claims) bucketsFor(limit).giveBack(key, now)
    })
  }
  const requireAll = async (
    db: Db,
    claims: readonly query.Claim[],
    now: Date,
    also?: query.Claim,
  ): Promise<Omit<Attempt, 'isKnownDevice'>> => {
    const taken = await claim(db, also ? [...claims, also] : claims, now)
    const counted = [...claims, ...(also ? [also] : [])].filter(({ key, cost }) => cost === 1 && taken.includes(key))
    const full = claims.filter(({ key }) => !taken.includes(key)).map(({ key }) => key)
    if (full.length > 0) {
      await giveBack(db, counted, now)
      const seconds = await query.attemptsWait(db, full, now)
      const minutes = Math.ceil(seconds / 60)
      throw new Refused('too_many', `Too many tries. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`, {
        retryAfter: seconds,
      })
    }
    return { isPretence: also !== undefined && !taken.includes(also.key), wasRight: () => giveBack(db, counted, now) }
  }

  return {
    signingIn: async (db, { email, userId, network, device, now }) => {
      // Asked also of an account that is not there, so that it takes as long.
      const isKnown = device !== undefined && (await query.isKnownDevice(db, userId ?? NOBODY, hashOf(device)))
      if (isKnown) {
        const claim = { key: `device ${userId} ${hashOf(device)}`, limit: LIMITS.device, cost: 1 } as const
        return { ...(await requireAll(db, [claim], now)), isKnownDevice: true }
      }
      const exists = userId !== undefined
      const attempt = await requireAll(
        db,
        [
          { key: `pair ${hashOf(email)} ${network}`, limit: LIMITS.pair, cost: 1 },
          { key: `account ${hashOf(email)}`, limit: LIMITS.account, cost: 1 },
          { key: `network ${network}`, limit: LIMITS.network, cost: exists ? 1 : 0 },
        ],
        now,
        exists ? undefined : { key: `unknown ${network}`, limit: LIMITS.unknown, cost: 1 },
      )
      return { ...attempt, isKnownDevice: false }
    },
    proving: (db, { userId, now }) => requireAll(db, [{ key: `proof ${userId}`, limit: LIMITS.proof, cost: 1 }], now),
    askingForLink: async (db, { email, network, now }) => {
      await requireAll(
        db,
        [
          { key: `links ${network}`, limit: grown(LIMITS.links), cost: 1 },
          { key: `linksTo ${hashOf(email)}`, limit: LIMITS.linksTo, cost: 1 },
        ],
        now,
      )
    },
    registering: async (db, network, now, as = 'registration') => {
      await requireAll(db, [{ key: `${as} ${network}`, limit: newcomers[as], cost: 1 }], now)
    },
  }
}

/** Remembers the browser that somebody signed in with; the cookie it should have from here on. */
export const rememberDevice = async (db: Db, { userId, device, now }: { userId: string; device: string | undefined; now: Date }) => {
  const cookie = device ?? randomBytes(32).toString('base64url')
  await query.rememberDevice(db, { userId, deviceHash: hashOf(cookie), lastSignIn: now, kept: DEVICES_KEPT })
  return cookie
}

/** Forgets all browsers of a person but the one with this cookie. */
export const forgetOtherDevices = (db: Db, userId: string, device: string | undefined) =>
  query.forgetOtherDevices(db, userId, device === undefined ? '' : hashOf(device))

/** Forgets what was counted under an account that goes. Its browsers go with it. */
export const forgetAttempts = async (db: Db, { userId, email }: { userId: string; email: string | null }) =>
  // Nobody guesses at a guest.
  email === null
    ? undefined
    : query.deleteAttempts(db, {
        key: `account ${hashOf(email)}`,
        prefixes: [`pair ${hashOf(email)} `, `device ${userId} `, `proof ${userId}`, `linksTo ${hashOf(email)}`],
      })
