import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { StartRefused } from '../start/start-refused.ts'
import { isOutOfLocks } from './failures.ts'
import { APPLIED, type AppliedMigration, LIST, type Migration, readMigrations, refusingMigration } from './migration-list.ts'
import type { DatabaseLog } from './pool.ts'

/** Advisory lock for all servers that start on the same database. Any number works, as long as it never changes. */
const MIGRATION_LOCK = 7_301_955

/**
 * Milliseconds that a migration waits for a table that is in use. Other calls that need the table wait behind it. Less than PostgreSQL's
 * `deadlock_timeout` of one second, so that in most deadlocks the migration gives way before PostgreSQL ends a save.
 */
const TABLE_WAIT_MS = 500

/** Milliseconds until the next attempt, so that calls can continue in the meantime. */
const RETRY_MS = 3_000

/** The oldest major version of PostgreSQL that supports all our SQL. */
const OLDEST_POSTGRES = 15

/** Returns the hashes of all migrations in a folder, in order. */
export const knownMigrations = (folder: string): string[] => readMigrations(folder).map(({ hash }) => hash)

const appliedTo = async (client: pg.PoolClient): Promise<AppliedMigration[]> => {
  const { rows: lists } = await client.query(`select 1 where to_regclass('${LIST}') is not null`)
  return lists.length === 0 ? [] : (await client.query<AppliedMigration>(APPLIED)).rows
}

/** Returns the hashes of the migrations applied to a database, in order. */
export const migrationsOf = async (client: pg.PoolClient): Promise<string[]> => (await appliedTo(client)).map(({ hash }) => hash)

const requirePostgres = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ major: number }>("select current_setting('server_version_num')::int / 10000 as major")
  const major = rows[0]?.major ?? 0
  if (major < OLDEST_POSTGRES)
    throw new StartRefused(
      `Firstbell needs PostgreSQL ${OLDEST_POSTGRES} or newer, and this is PostgreSQL ${major}. Upgrade it, or set DATABASE_URL to a newer one.`,
    )
}

const minuteOf = (instant: number): string => new Date(instant).toISOString().slice(0, 16).replace('T', ' ')

const requireAllowed = (applied: AppliedMigration[], known: Migration[]): void => {
  const refusing = refusingMigration(applied, known)
  if (refusing)
    throw new StartRefused(
      `A newer Firstbell has migrated this database. It has a migration from ${minuteOf(refusing.at)} UTC, and this version's newest is from ${minuteOf(Math.max(...known.map(({ at }) => at)))} UTC. Install the newer version, or restore a backup.`,
    )
}

/** Waits for other migrations of this database to finish, and blocks new ones until the transaction ends. */
export const holdMigrations = (client: pg.PoolClient): Promise<unknown> => client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)

/** Creates the list, or adds its new columns. Doesn't touch a complete list, because health checks would wait for it. */
const prepareList = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query(`select 1 from pg_attribute where attrelid = to_regclass('${LIST}') and attname = 'allows'`)
  if (rows.length > 0) return
  await client.query(
    `create schema if not exists drizzle; create table if not exists ${LIST} (id serial primary key, hash text not null, created_at bigint);
     alter table ${LIST} add column if not exists name text, add column if not exists allows text`,
  )
}

const apply = async (client: pg.PoolClient, { name, at, hash, statements, allows }: Migration, log: DatabaseLog): Promise<void> => {
  const began = performance.now()
  const took = () => ({ migration: name, ms: Math.round(performance.now() - began) })
  try {
    for (const statement of statements) await client.query(statement)
    await client.query(`insert into ${LIST} (hash, created_at, name, allows) values ($1, $2, $3, $4)`, [hash, at, name, allows])
  } catch (error) {
    log('a migration failed, and all of them were rolled back', took())
    throw error
  }
  log('ran a migration', took())
}

/**
 * Applies a folder's migrations that are newer than the database's, in the caller's transaction, which must hold the migration lock. With
 * `count`, considers only the folder's first `count` migrations. Writes nothing if no migration is due. Returns how many were due. Throws,
 * before writing anything, if PostgreSQL is too old or the database has a migration that doesn't allow this version.
 */
export const applyMigrations = async (
  client: pg.PoolClient,
  folder: string,
  { count, log = () => undefined }: { count?: number; log?: DatabaseLog } = {},
): Promise<number> => {
  const known = readMigrations(folder)
  await requirePostgres(client)
  const applied = await appliedTo(client)
  requireAllowed(applied, known)
  const newest = applied.at(-1)?.at ?? 0
  const due = known.slice(0, count).filter(({ at }) => at > newest)
  if (due.length > 0) {
    log('migrating the database', { migrations: due.length })
    await prepareList(client)
    for (const migration of due) await apply(client, migration, log)
  }
  return due.length
}

/** Migrates in one transaction. */
const attempt = async (pool: pg.Pool, folder: string, { log, waitMs }: { log: DatabaseLog; waitMs: number }): Promise<void> => {
  // The settings are per connection. A pool with a single connection also works.
  const client = await pool.connect()
  try {
    await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = ${waitMs}`)
    await holdMigrations(client)
    const began = performance.now()
    await client.query(`set local lock_timeout = ${TABLE_WAIT_MS}; set local client_min_messages = warning`)
    const ran = await applyMigrations(client, folder, { log })
    await client.query('commit')
    if (ran > 0) log('migrated the database', { seconds: Math.round((performance.now() - began) / 100) / 10 })
  } finally {
    // Closes the connection, which rolls back the transaction if it didn't commit.
    client.release(true)
  }
}

/**
 * Brings the schema up to date with a folder of drizzle-kit migrations, each applied at most once, in one transaction. Any number of
 * servers may start at once. One of them migrates while the others wait. If a migration fails, throws its error without changing anything.
 * Also throws the same errors as {@link applyMigrations}. A read-only database is fine as long as no migration is due. While a table that
 * changes is in use, lets the other transactions continue and tries again, for up to `waitMs` milliseconds.
 */
export const migrate = async (
  { pool }: { pool: pg.Pool },
  folder: string,
  log: DatabaseLog = () => undefined,
  waitMs = 300_000,
): Promise<void> => {
  const deadline = performance.now() + waitMs
  for (;;) {
    try {
      await attempt(pool, folder, { log, waitMs })
      return
    } catch (error) {
      if (!isOutOfLocks(error)) throw error
      if (performance.now() > deadline)
        throw new Error(
          "The database couldn't be migrated, because another transaction, such as a backup, used its tables for too long. Nothing was changed. Start again later.",
        )
      log('a table is in use, so the migrations will be tried again')
      await pause(RETRY_MS)
    }
  }
}
