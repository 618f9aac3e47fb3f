import type pg from 'pg'
import { type Exec, pgliteConnections } from './pglite-stream.ts'
import { type DatabaseLog, makePool } from './pool.ts'

/** A pool over an engine in this process or on a thread of it, and a way to cut its connection when the engine has died. */
export const poolOver = (
  exec: Exec,
  log: DatabaseLog,
  idleInTransactionMs?: number,
): { pool: pg.Pool; cutAll: (reason: Error) => void } => {
  const { connect, cutAll } = pgliteConnections(exec, idleInTransactionMs)
  const pool = makePool(
    {
      stream: connect,
      // Named statements live in the one session: a second connection's would collide with the first's.
      max: 1,
      // It costs nothing to keep, and its prepared statements stay.
      idleTimeoutMillis: 0,
      // Given, so that the PG… environment variables, which mean another database, have no say.
      ssl: false,
      host: 'embedded',
      user: 'postgres',
      password: '',
      database: 'postgres',
    },
    log,
  )
  return { pool, cutAll }
}
