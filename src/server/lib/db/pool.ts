import pg from 'pg'
import { watchQueries } from './watched-queries.ts'

/** Writes one line to the database's log. */
export type DatabaseLog = (message: string, details?: object) => void

/** Milliseconds to wait for a free or new connection before failing. */
const CONNECT_TIMEOUT_MS = 5_000

/** Returns the log details for a connection error that no caller handles. The next query detects the problem itself. */
const describe = (error: Error): object => ({ error: error.message.slice(0, 500) })

/**
 * Returns a pool that survives the loss of its database.
 *
 * 1. A connection error never ends the process, whether the connection is idle or in use.
 * 2. A connection that ends while in use is released automatically. Drizzle 0.45 doesn't release a connection whose BEGIN fails, and a pool
 *    whose connections have all leaked never responds again. The caller may still release it, too.
 */
export const makePool = (
  config: pg.PoolConfig,
  log: DatabaseLog,
  { isPooled = false, slowQueryMs: slowMs = Number.POSITIVE_INFINITY }: { isPooled?: boolean; slowQueryMs?: number | undefined } = {},
): pg.Pool => {
  const onSlow = (query: string, ms: number): void => log('slow query', { query, ms })
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config })
  const inUse = new Set<pg.PoolClient>()
  pool.on('error', (error) => {
    if (!pool.ending) log('an idle database connection ended', describe(error))
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    if (isPooled || slowMs < Number.POSITIVE_INFINITY) watchQueries(client, { onSlow, slowMs, isPooled })
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
