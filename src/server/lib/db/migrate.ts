import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { cannotWrite } from './failures.ts'

/** Whether the newest migration of a folder has been run. */
const isMigrated = async (client: pg.PoolClient, folder: string): Promise<boolean> => {
  await client.query('rollback')
  const newest = readMigrationFiles({ migrationsFolder: folder }).at(-1)
  const { rows } = await client.query('select 1 from drizzle.__drizzle_migrations where hash = $1', [newest?.hash])
  return rows.length > 0
}

/** Any number, as long as it stays the same: what all starters of one database wait for. */
const MIGRATION_LOCK = 7_301_955

/** Milliseconds to wait for another starter's migrations. */
const LOCK_TIMEOUT_MS = 300_000

/**
 * Brings the schema up to date with the migrations in a folder (drizzle-kit's), each at most once, in one transaction.
 * Any number of servers may start at once: one migrates, the rest wait and find it done. Throws the first error of a
 * migration, which then has changed nothing.
 */
export const migrate = async ({ pool }: { pool: pg.Pool }, folder: string): Promise<void> => {
  // The lock, the migrations and their settings belong to one connection, which also makes it work where there is only one.
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('reset lock_timeout')
    // Drizzle makes its table each time and PostgreSQL remarks each time that it is there.
    await client.query('set client_min_messages = warning')
    await runMigrations(drizzle({ client, casing: 'snake_case' }), { migrationsFolder: folder }).catch(async (error: unknown) => {
      // Drizzle writes even where there is nothing to do. Then a database that takes no writes can still be read.
      if (!cannotWrite(error) || !(await isMigrated(client, folder))) throw error
    })
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  } finally {
    // Ends the connection, and with it the settings, and the lock if something failed.
    client.release(true)
  }
}
