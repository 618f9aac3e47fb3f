import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from './failures.ts'

const EVERY_MS = 500

/**
 * Resolves when a database responds. Waits up to `forMs` milliseconds while it can't be reached, because it may be starting at the same
 * time as this server. Calls `say` once when the wait begins, and throws the last error when the time is up. Throws any other error
 * immediately.
 */
export const untilReachable = async (pool: pg.Pool, say: (error: Error) => void, forMs = 60_000): Promise<void> => {
  const deadline = Date.now() + forMs
  for (let tries = 0; ; tries++) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > deadline) throw error
      if (tries === 0) say(error as Error)
      await pause(EVERY_MS)
    }
  }
}
