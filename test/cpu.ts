import { existsSync, readFileSync } from 'node:fs'

const ACCOUNT = '/proc/thread-self/schedstat'

/**
 * Returns how many milliseconds of a processor this thread has had. A test of what something costs counts these: what
 * other programs take meanwhile is none of it. Where the system keeps no such account, it is the time on the clock.
 */
const threadMs: () => number = existsSync(ACCOUNT)
  ? () => Number(readFileSync(ACCOUNT, 'utf8').split(' ')[0]) / 1e6
  : () => performance.now()

/** Returns how many milliseconds of a processor it took. */
export const costOf = (work: () => unknown): number => {
  const before = threadMs()
  work()
  return threadMs() - before
}

/** Does `call`. Returns its result, and the most milliseconds of a processor that this thread used without letting others go on. */
export const blockedBy = async <T>(call: () => Promise<T>): Promise<{ result: T; blockedMs: number }> => {
  let longest = 0
  let last = threadMs()
  const look = () => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  const result = await call()
  // What a call does after its last wait is noticed only at the next turn.
  await new Promise((resolve) => setTimeout(resolve, 6))
  look()
  clearInterval(timer)
  return { result, blockedMs: Math.round(longest) }
}
