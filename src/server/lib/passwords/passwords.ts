/**
 * Hashes and verifies passwords.
 *
 * 1. Argon2id, never below OWASP's minimum (19 MiB, 2 passes). The server refuses to start with a weaker setting.
 * 2. At most two hashes run at a time, because each uses `memoryKiB` of memory and a core, and many users sign in when school starts.
 *    Sign-in has priority over sign-up, and networks take turns (turns.ts).
 * 3. A sign-in attempt takes about as long for an unknown address as for an account.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { hash, type Options, verify } from '@node-rs/argon2'
import { makeTurns } from '#server/lib/limits/turns.ts'

const ARGON2ID = 2
const BOUNDS = { atOnce: 2, waitingOfKey: 100, waiting: 1000, whenFull: 'A lot of people are signing in. Try again in a moment.' }
/** Number of recent durations that a decoy's duration is drawn from. */
const REMEMBERED = 32

export type HashCost = { memoryKiB: number; passes: number }
export type Passwords = {
  /** Hashes a password for sign-up or a password change. `from` identifies the caller. */
  hash: (password: string, from: string) => Promise<string>
  /** Resolves to true if the password matches the hash. Without a hash, resolves to false after the same amount of work. */
  matches: (hashed: string | null | undefined, password: string, from: string) => Promise<boolean>
  /** Resolves to false after as long as a recent `matches` call took, without doing its work. */
  verifyDecoy: () => Promise<false>
}

export const makePasswords = ({ memoryKiB, passes }: HashCost): Passwords => {
  if (memoryKiB < 19_456 || passes < 2) throw new Error('Password hashing must use at least 19456 KiB and 2 passes')
  const options: Options = { algorithm: ARGON2ID, memoryCost: memoryKiB, timeCost: passes, parallelism: 1 }
  const inTurn = makeTurns(BOUNDS)
  const times: number[] = []
  const hashOf = (password: string) => hash(password.normalize('NFKC'), options)
  const nobody = hashOf('nobody has this password')

  return {
    hash: (password, from) => inTurn({ lane: 'second', key: from }, () => hashOf(password)),
    matches: async (hashed, password, from) => {
      const began = performance.now()
      const against = hashed ?? (await nobody)
      const isMatch = await inTurn({ lane: 'first', key: from }, () => verify(against, password.normalize('NFKC')))
      if (times.push(performance.now() - began) > REMEMBERED) times.shift()
      return isMatch && hashed != null
    },
    verifyDecoy: async () => {
      await pause(times[Math.floor(Math.random() * times.length)] ?? 0)
      return false
    },
  }
}
