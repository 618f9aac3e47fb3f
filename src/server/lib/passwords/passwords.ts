/**
 * Passwords as they are kept.
 *
 * 1. Argon2id, never below OWASP's floor (19 MiB, 2 passes): a weaker setting stops the start.
 * 2. Two at a time: a hash takes `memoryKiB` of memory and a core, and sign-ins come in floods at first bell.
 * 3. An unknown person costs as much time as a known one.
 */
import { hash, type Options, verify } from '@node-rs/argon2'
import { Refused } from '#server/lib/http/refuse.ts'

const ARGON2ID = 2
const AT_ONCE = 2
const MAX_WAITING = 100

export type HashCost = { memoryKiB: number; passes: number }
export type Passwords = {
  hash: (password: string) => Promise<string>
  /** False also where there is no hash, after the same work. */
  matches: (hashed: string | null | undefined, password: string) => Promise<boolean>
}

export const makePasswords = ({ memoryKiB, passes }: HashCost): Passwords => {
  if (memoryKiB < 19_456 || passes < 2) throw new Error('Password hashing must use at least 19456 KiB and 2 passes')
  const options: Options = { algorithm: ARGON2ID, memoryCost: memoryKiB, timeCost: passes, parallelism: 1 }
  let running = 0
  const waiting: (() => void)[] = []

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING)
        throw new Refused('unavailable', 'Too many people are signing in. Try again in a moment.', { retryAfter: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const hashOf = (password: string) => inTurn(() => hash(password.normalize('NFKC'), options))
  const nobody = hashOf('nobody has this password')
  return {
    hash: hashOf,
    matches: async (hashed, password) => {
      const against = hashed ?? (await nobody)
      const isMatch = await inTurn(() => verify(against, password.normalize('NFKC')))
      return isMatch && hashed != null
    },
  }
}
