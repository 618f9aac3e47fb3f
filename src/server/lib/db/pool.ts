import pg from 'pg'

/** Writes one line of the database's own log. */
export type DatabaseLog = (message: string, details?: object) => void

/** Milliseconds a call waits for a free connection, or for a new one to be made, before it gives up. */
const CONNECT_TIMEOUT_MS = 5_000

/** For any connection error that has nobody to catch it; the next query finds out for itself. */
const describe = (error: Error): object => ({ error: error.message.slice(0, 500) })

/**
 * A pool that outlives its database.
 *
 * 1. No error of a connection ends the process, idle or in use.
 * 2. A connection that ends while in use goes back by itself: Drizzle 0.45 forgets one whose BEGIN fails, and a pool
 *    that has forgotten as many as it may hold never answers again. Its holder may still hand it back.
 */
export const makePool = (config: pg.PoolConfig, log: DatabaseLog): pg.Pool => {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config })
  const inUse = new Set<pg.PoolClient>()
  pool.on('error', (error) => {
    if (!pool.ending) log('an idle database connection ended', describe(error))
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (inUse.has(client)) log('a database connection ended while in use', describe(error))
    })
    client.once('end', () => {
      if (!inUse.has(client)) return
      client.release(true)
      client.release = () => undefined
    })
  })
  return pool
}
