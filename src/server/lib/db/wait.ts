import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isUnavailable } from './failures.ts'

const EVERY_MS = 500

/**
 * Resolves when a database answers. Waits `forMs` milliseconds at most while it can't be reached, as when it starts beside
 * this server, and passes `say` that it waits, once. Throws the last error after that, and any other at once.
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
