import type pg from 'pg'
import { isUnavailable } from '#server/lib/db/failures.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'

const MINUTE = 60_000
const LOOK_AT_LOG_EVERY = MINUTE / 2
const VACUUM_EVERY = 60 * MINUTE

/**
 * SQL that returns whether a checkpoint is due: after 64 MB of write-ahead log, or after five minutes if anything was written. A checkpoint
 * itself writes a few hundred bytes, which don't count.
 */
const isCheckpointDue = `
  select behind > 64 * 1024 * 1024 or (behind > 8192 and checkpoint_time < now() - interval '5 minutes') as due
  from (select checkpoint_time, pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as behind from pg_control_checkpoint()) as last`

/** Runs a checkpoint if one is due. Resolves to whether it ran. */
export const checkpointWhereNeeded = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ due: boolean }>(isCheckpointDue)
  const isDue = rows[0]?.due === true
  if (isDue) await pool.query('checkpoint')
  return isDue
}

/**
 * Tables with enough dead rows, or enough changes since the last analyze, according to PostgreSQL's own autovacuum thresholds. Also
 * includes tables without statistics, which a crash discards.
 */
const tablesToVacuum = `
  select quote_ident(schemaname) || '.' || quote_ident(s.relname) as "table"
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
     or (last_vacuum is null and c.relpages > 0)
  order by n_dead_tup desc`

/** Vacuums the tables that need it, one per query, so that other queries can run in between. Resolves to the tables' names. */
export const vacuumWhereNeeded = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ table: string }>(tablesToVacuum)
  for (const { table } of rows) await pool.query(`vacuum (analyze) ${table}`)
  return rows.map(({ table }) => table)
}

/**
 * Removes what deleted and changed rows have left outside of their tables: in the write-ahead log, whose files are otherwise reused with
 * their old content, and in the statistics.
 */
export const forgetDeletedText = async (pool: pg.Pool): Promise<void> => {
  const client = await pool.connect()
  try {
    for (const statement of ['vacuum full pg_statistic', 'set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint'])
      await client.query(statement)
  } finally {
    await client.query('reset wal_recycle')
    client.release()
  }
}

/**
 * Does the work of PostgreSQL's background processes for the embedded database. Runs a checkpoint every five minutes or 64 MB, so that the
 * database reopens quickly and its write-ahead log stays small, and a vacuum every hour. Doesn't keep the process alive. Returns a function
 * that stops it.
 */
export const startHousekeeping = (pool: pg.Pool, log: DatabaseLog): (() => void) => {
  const every = (milliseconds: number, what: string, job: () => Promise<unknown>): NodeJS.Timeout =>
    setInterval(() => {
      job().catch((error: Error) => {
        // A migration or restore holds the only connection for longer than the pool's timeout. The job will soon run again.
        if (!isUnavailable(error)) log(`${what} failed and will be retried`, { error: error.message })
      })
    }, milliseconds).unref()
  const timers = [
    every(LOOK_AT_LOG_EVERY, 'the checkpoint', () => checkpointWhereNeeded(pool)),
    every(VACUUM_EVERY, 'the vacuum', () => vacuumWhereNeeded(pool)),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
