import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { StartRefused } from '../start/start-refused.ts'
import type { DatabaseLog } from './pool.ts'

/** Advisory lock for all servers that start on the same database. Any number works, as long as it never changes. */
const MIGRATION_LOCK = 7_301_955

/** Milliseconds to wait for another server's migrations to finish. */
const LOCK_TIMEOUT_MS = 300_000

/** The oldest major version of PostgreSQL that supports all our SQL. */
const OLDEST_POSTGRES = 15

/** The table that drizzle-kit's own commands use. */
const LIST = 'drizzle.__drizzle_migrations'

/** Returns the hashes of all migrations in a folder, in order. */
export const knownMigrations = (folder: string): string[] => readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)

/** Returns the creation time of the newest migration in a folder, in milliseconds since the Unix epoch. */
export const newestMigrationIn = (folder: string): number =>
  Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis))

type Done = { hash: string; at: string }

const doneIn = async (client: pg.PoolClient): Promise<Done[]> => {
  const { rows: lists } = await client.query(`select 1 where to_regclass('${LIST}') is not null`)
  if (lists.length === 0) return []
  return (await client.query<Done>(`select hash, created_at as at from ${LIST} order by created_at`)).rows
}

/** Returns the hashes of the migrations applied to a database, in order. */
export const migrationsOf = async (client: pg.PoolClient): Promise<string[]> => (await doneIn(client)).map(({ hash }) => hash)

const requirePostgres = async (client: pg.PoolClient): Promise<void> => {
  const { rows } = await client.query<{ major: number }>("select current_setting('server_version_num')::int / 10000 as major")
  const major = rows[0]?.major ?? 0
  if (major < OLDEST_POSTGRES)
    throw new StartRefused(
      `Firstbell needs PostgreSQL ${OLDEST_POSTGRES} or newer, and this is PostgreSQL ${major}. Upgrade it, or set DATABASE_URL to a newer one.`,
    )
}

const minuteOf = (instant: number): string => new Date(instant).toISOString().slice(0, 16).replace('T', ' ')

/** Compares the migrations by timestamp, which doesn't change when a comment in a migration is edited. */
const requireKnownMigrations = (done: Done[], known: number[]): void => {
  const unknown = done.map(({ at }) => Number(at)).findLast((at) => !known.includes(at))
  if (unknown !== undefined)
    throw new StartRefused(
      `A newer Firstbell has migrated this database. It has a migration from ${minuteOf(unknown)} UTC, and this version's newest is from ${minuteOf(Math.max(...known))} UTC. Install the newer version, or restore a backup.`,
    )
}

/** Waits for other migrations of this database to finish, and blocks new ones until the transaction ends. */
export const holdMigrations = (client: pg.PoolClient): Promise<unknown> => client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)

/**
 * Applies a folder's migrations that are newer than the database's, in the caller's transaction, which must hold the migration lock. With
 * `count`, considers only the folder's first `count` migrations. Writes nothing if no migration is due. Throws, before writing anything, if
 * PostgreSQL is too old or the database has a migration that isn't in the folder.
 */
export const applyMigrations = async (client: pg.PoolClient, folder: string, count?: number): Promise<void> => {
  const all = readMigrationFiles({ migrationsFolder: folder })
  const known = all.map(({ folderMillis }) => folderMillis)
  await requirePostgres(client)
  const done = await doneIn(client)
  requireKnownMigrations(done, known)
  const newest = Number(done.at(-1)?.at ?? 0)
  const due = all.slice(0, count).filter(({ folderMillis }) => folderMillis > newest)
  if (due.length === 0) return
  await client.query(
    `create schema if not exists drizzle; create table if not exists ${LIST} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql, hash, folderMillis } of due) {
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${LIST} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}

/**
 * Brings the schema up to date with a folder of drizzle-kit migrations, each applied at most once, in one transaction. Any number of
 * servers may start at once. One of them migrates while the others wait. If a migration fails, throws its error without changing anything.
 * Also throws the same errors as {@link applyMigrations}. A read-only database is fine as long as no migration is due.
 */
export const migrate = async ({ pool }: { pool: pg.Pool }, folder: string, log: DatabaseLog = () => undefined): Promise<void> => {
  // The settings are per connection. A pool with a single connection also works.
  const client = await pool.connect()
  try {
    await client.query(`begin; set local statement_timeout = 0; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await holdMigrations(client)
    await client.query('reset lock_timeout; set local client_min_messages = warning')
    const due = knownMigrations(folder).length - (await migrationsOf(client)).length
    const began = performance.now()
    if (due > 0) log('migrating the database', { migrations: due })
    await applyMigrations(client, folder)
    await client.query('commit')
    if (due > 0) log('migrated the database', { seconds: Math.round((performance.now() - began) / 100) / 10 })
  } finally {
    // Closes the connection, which rolls back the transaction if it didn't commit.
    client.release(true)
  }
}
