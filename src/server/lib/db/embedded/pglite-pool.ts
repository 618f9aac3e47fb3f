import type pg from 'pg'
import { type DatabaseLog, makePool, type QueryWatch } from '#server/lib/db/pool.ts'
import { type Exec, pgliteConnections } from './pglite-stream.ts'

/**
 * Returns a pool for an engine in this process or one of its threads, and a function that cuts the pool's connection once the engine has
 * died.
 */
export const poolOver = (
  exec: Exec,
  log: DatabaseLog,
  { idleInTransactionMs, ...watching }: { idleInTransactionMs?: number } & QueryWatch = {},
): { pool: pg.Pool; cutAll: (reason: Error) => void } => {
  const { connect, cutAll } = pgliteConnections(exec, idleInTransactionMs)
  const pool = makePool(
    {
      stream: connect,
      // Named statements belong to the engine's single session. A second connection's statements would collide with the first connection's.
      max: 1,
      // Keeping the connection costs nothing and preserves its prepared statements.
      idleTimeoutMillis: 0,
      // Set explicitly so that PG* environment variables, which are for another database, don't apply.
      ssl: false,
      host: 'embedded',
      user: 'postgres',
      password: '',
      database: 'postgres',
    },
    log,
    watching,
  )
  return { pool, cutAll }
}
