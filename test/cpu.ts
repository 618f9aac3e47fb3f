import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'

const ACCOUNT = '/proc/thread-self/schedstat'

/**
 * Returns the processor milliseconds of this thread. Cost tests use it because other programs don't affect it. If the
 * system doesn't provide it, falls back to wall-clock time.
 */
const threadMs: () => number = existsSync(ACCOUNT)
  ? () => Number(readFileSync(ACCOUNT, 'utf8').split(' ')[0]) / 1e6
  : () => performance.now()

/** Returns the processor milliseconds of `work`. */
export const costOf = (work: () => unknown): number => {
  const before = threadMs()
  work()
  return threadMs() - before
}

/** Processor milliseconds of the embedded engine on this thread. In production, the engine has its own thread. */
const engine = { ms: 0, isMetered: false }

/** Wraps `exec` to count its cost during a measurement. */
export const metered =
  <Exec extends (batch: Uint8Array) => Promise<Uint8Array>>(exec: Exec) =>
  async (batch: Uint8Array): Promise<Uint8Array> => {
    if (!engine.isMetered) return exec(batch)
    const before = threadMs()
    const answer = await exec(batch)
    engine.ms += threadMs() - before
    // Resolves in a later turn of the event loop, as a reply from the engine's thread would.
    await nextTurn()
    return answer
  }

/**
 * Runs `call`. Returns its result and the longest time, in processor milliseconds, that it blocked this thread. Excludes
 * the embedded engine.
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
    // Work after the call's last await only shows in the next turn.
    await new Promise((resolve) => setTimeout(resolve, 6))
    look()
    return { result, blockedMs: Math.round(longest) }
  } finally {
    clearInterval(timer)
    engine.isMetered = false
  }
}

/**
 * Like {@link blockedBy}. Also returns the longest time, in processor milliseconds, that the database connection was held
 * by one transaction or query. A separate database server has its own processor and connections, so there this only counts
 * the thread's own time.
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
