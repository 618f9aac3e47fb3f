import { AsyncResource } from 'node:async_hooks'
import pg from 'pg'
import { type TraceQuery, watchQueries } from './watched-queries.ts'

/** Writes one line to the database's log. */
export type DatabaseLog = (message: string, details?: object) => void

/** Milliseconds to wait for a free or new connection before failing. */
const CONNECT_TIMEOUT_MS = 5_000

/** Returns the log details for a connection error that no caller handles. The next query detects the problem itself. */
const describe = (error: Error): object => ({ error: error.message.slice(0, 500) })

/** Queries that take at least `slowQueryMs` milliseconds are logged by name. None are by default. */
export type QueryWatch = { slowQueryMs?: number | undefined; traceQuery?: TraceQuery | undefined }

/**
 * Keeps the context of queries that wait for a connection. pg-pool continues them in the context of the call that returned the connection,
 * so that they would be traced as queries of that call.
 */
const keepContexts = (pool: pg.Pool): void => {
  const connect = pool.connect.bind(pool) as (...done: unknown[]) => unknown
  pool.connect = ((done?: () => void) => (done ? connect(AsyncResource.bind(done)) : connect())) as typeof pool.connect
}

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
  { isPooled = false, slowQueryMs: slowMs = Number.POSITIVE_INFINITY, traceQuery }: QueryWatch & { isPooled?: boolean } = {},
): pg.Pool => {
  const onSlow = (query: string, ms: number): void => log('slow query', { query, ms })
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS, ...config })
  if (traceQuery) keepContexts(pool)
  const isWatched = isPooled || traceQuery !== undefined || slowMs < Number.POSITIVE_INFINITY
  const inUse = new Set<pg.PoolClient>()
  pool.on('error', (error) => {
    if (!pool.ending) log('an idle database connection ended', describe(error))
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('connect', (client) => {
    if (isWatched) watchQueries(client, { onSlow, slowMs, isPooled, traceQuery })
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
