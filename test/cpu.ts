import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'

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

/** Milliseconds of a processor that an embedded engine has had on this thread; in production it has a thread of its own. */
const engine = { ms: 0, isMetered: false }

/** Runs batches as `exec` does, and counts what they cost while something is measured. */
export const metered =
  <Exec extends (batch: Uint8Array) => Promise<Uint8Array>>(exec: Exec) =>
  async (batch: Uint8Array): Promise<Uint8Array> => {
    if (!engine.isMetered) return exec(batch)
    const before = threadMs()
    const answer = await exec(batch)
    engine.ms += threadMs() - before
    // As an answer of the engine's thread would, it comes in another turn of the loop.
    await nextTurn()
    return answer
  }

/**
 * Does `call`. Returns its result, and the most milliseconds of a processor that this thread used without letting others
 * go on; what an embedded engine takes is none of it.
 */
export const blockedBy = async <T>(call: () => Promise<T>): Promise<{ result: T; blockedMs: number }> => {
  let longest = 0
  const loopMs = () => threadMs() - engine.ms
  engine.isMetered = true
  let last = loopMs()
  const look = () => {
    const now = loopMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 5)
  try {
    const result = await call()
    // What a call does after its last wait is noticed only at the next turn.
    await new Promise((resolve) => setTimeout(resolve, 6))
    look()
    return { result, blockedMs: Math.round(longest) }
  } finally {
    clearInterval(timer)
    engine.isMetered = false
  }
}

/**
 * {@link blockedBy}, and the most milliseconds of a processor in which one holder of the connection let nobody else have it:
 * a transaction, or a query alone. On a server, which has a processor and connections of its own, only what this thread
 * used meanwhile is counted.
 */
export const heldBy = async <T>(pool: pg.Pool, call: () => Promise<T>): Promise<{ result: T; blockedMs: number; heldMs: number }> => {
  const since = new Map<pg.PoolClient, number>()
  let longest = 0
  const begin = (client: pg.PoolClient) => void since.set(client, threadMs())
  const end = (_: unknown, client: pg.PoolClient) => {
    longest = Math.max(longest, threadMs() - (since.get(client) ?? threadMs()))
  }
  pool.on('acquire', begin).on('release', end)
  try {
    return { ...(await blockedBy(call)), heldMs: Math.round(longest) }
  } finally {
    pool.off('acquire', begin).off('release', end)
  }
}
