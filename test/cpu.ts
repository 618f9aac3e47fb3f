import { existsSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'

/**
 * How long a call may block a thread and hold the embedded database in a test, in CPU milliseconds: three times the limits of 100 ms and
 * 1 s, because the same work takes longer on a busy machine. A test that uses them belongs in `test/faults`, whose files have a process each.
 */
export const LOOP_MS = 300
export const DATABASE_MS = 3000

const ACCOUNT = '/proc/thread-self/schedstat'

/**
 * Returns this thread's CPU time in milliseconds. Cost tests use it because other processes don't affect it. Falls back to wall-clock time
 * if the system doesn't provide CPU time.
 */
const threadMs: () => number = existsSync(ACCOUNT)
  ? () => Number(readFileSync(ACCOUNT, 'utf8').split(' ')[0]) / 1e6
  : () => performance.now()

/** Returns the CPU time of `work` in milliseconds. */
export const costOf = (work: () => unknown): number => {
  const before = threadMs()
  work()
  return threadMs() - before
}

/** Like {@link costOf}, for work that waits. Nothing else may run on this thread meanwhile. */
export const costInTurns = async (work: () => Promise<unknown>): Promise<number> => {
  const before = threadMs()
  await work()
  return threadMs() - before
}

/** CPU milliseconds that the embedded engine used on this thread. In production, the engine has its own thread. */
const engine = { ms: 0, isMetered: false }

/** Wraps `exec` to record its cost during a measurement. */
export const metered =
  <Exec extends (batch: Uint8Array) => Promise<Uint8Array>>(exec: Exec) =>
  async (batch: Uint8Array): Promise<Uint8Array> => {
    if (!engine.isMetered) return exec(batch)
    const before = threadMs()
    const answer = await exec(batch)
    engine.ms += threadMs() - before
    // Resolves in a later turn of the event loop, like a response from the engine's thread.
    await nextTurn()
    return answer
  }

/** Runs `call`. Returns its result and the longest time that it blocked this thread, in CPU milliseconds, excluding the embedded engine. */
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
    // Work after the call's last await only shows up in the next turn.
    await new Promise((resolve) => setTimeout(resolve, 6))
    look()
    return { result, blockedMs: Math.round(longest) }
  } finally {
    clearInterval(timer)
    engine.isMetered = false
  }
}

/**
 * Like {@link blockedBy}, but also returns the longest time that one transaction or query held the database connection, in CPU
 * milliseconds. A separate database server has its own CPU and connections, so in that case only this thread's time counts.
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
