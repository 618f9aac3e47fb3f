/**
 * Passwords as they are kept.
 *
 * 1. Argon2id, never below OWASP's floor (19 MiB, 2 passes): a weaker setting stops the start.
 * 2. Two at a time: a hash takes `memoryKiB` of memory and a core, and sign-ins come in floods at first bell. Signing in
 *    goes before signing up, and networks take turns (turns.ts).
 * 3. An unknown person costs as much time as a known one.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { hash, type Options, verify } from '@node-rs/argon2'
import { makeTurns } from '#server/lib/limits/turns.ts'

const ARGON2ID = 2
const BOUNDS = { atOnce: 2, waitingOfKey: 100, waiting: 1000, whenFull: 'Too many people are signing in. Try again in a moment.' }
/** Recent times that a pretence is drawn from. */
const REMEMBERED = 32

export type HashCost = { memoryKiB: number; passes: number }
export type Passwords = {
  /** For signing up, and for a new password; `from` identifies the caller. */
  hash: (password: string, from: string) => Promise<string>
  /** False also where there is no hash, after the same work. */
  matches: (hashed: string | null | undefined, password: string, from: string) => Promise<boolean>
  /** False, after as long as a recent `matches` of somebody took, and without its work. */
  pretend: () => Promise<false>
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
    pretend: async () => {
      await pause(times[Math.floor(Math.random() * times.length)] ?? 0)
      return false
    },
  }
}
