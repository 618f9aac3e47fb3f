import { existsSync, readFileSync } from 'node:fs'

const ACCOUNT = '/proc/thread-self/schedstat'

/**
 * Returns how many milliseconds of a processor this thread has had. A test of what something costs counts these: what
 * other programs take meanwhile is none of it. Where the system keeps no such account, it is the time on the clock.
 */
export const threadMs: () => number = existsSync(ACCOUNT)
  ? () => Number(readFileSync(ACCOUNT, 'utf8').split(' ')[0]) / 1e6
  : () => performance.now()

/** Returns how many milliseconds of a processor it took. */
export const costOf = (work: () => unknown): number => {
  const before = threadMs()
  work()
  return threadMs() - before
}
