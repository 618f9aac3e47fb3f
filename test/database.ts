/**
 * Provides each test file with a migrated, empty database. By default, this is the thread's in-memory PGlite. If TEST_DATABASE_URL points
 * to a PostgreSQL server (as a superuser), it's a new database there, copied from a migrated template.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { tablesParentsFirst } from '#server/lib/db/catalog.ts'
import type { Db } from '#server/lib/db/client.ts'
import { execOn } from '#server/lib/db/embedded/pglite-exec.ts'
import { poolOver } from '#server/lib/db/embedded/pglite-pool.ts'
import { migrate } from '#server/lib/db/migrate.ts'
import { flushNotices } from '#server/lib/db/notices.ts'
import { drizzleOver, openServerPool } from '#server/lib/db/open.ts'
import type { QueryWatch } from '#server/lib/db/pool.ts'
import { metered } from './cpu.ts'
import { migratedDump, migrations, stateOfMigrations } from './migrated.ts'

export type TestDatabase = { db: Db; pool: pg.Pool; close: () => Promise<void>; engine: 'embedded' | 'server' }

/** Any fixed number works. Test files that need the template at the same time wait for this lock. */
const TEMPLATE_LOCK = 7_301_956

/** Ignores the database's warnings, because tests provoke them and failures surface as query errors. */
const quiet = (): void => undefined

export const openTestDatabase = (watching: QueryWatch = {}): Promise<TestDatabase> => {
  const { TEST_DATABASE_URL: url } = process.env
  return url ? onServer(url, watching) : inMemory(watching)
}

/** Shared by all test files of a thread, because opening an engine takes more than a second. */
const thread = globalThis as { testEngine?: Promise<PGlite> }
const openEngine = async (): Promise<PGlite> => PGlite.create({ loadDataDir: new Blob([readFileSync(await migratedDump())]) })

const inMemory = async (watching: QueryWatch): Promise<TestDatabase> => {
  thread.testEngine ??= openEngine()
  const engine = await thread.testEngine
  const { pool } = poolOver(metered(execOn(engine)), quiet, watching)
  const db = drizzleOver(pool, quiet)
  await emptyDatabase(db)
  const close = async (): Promise<void> => {
    await flushNotices(db)
    await pool.end()
    // Clears session state, because all files share one session.
    await engine.exec('discard all')
  }
  return { db, pool, close, engine: 'embedded' }
}

const onServer = async (url: string, watching: QueryWatch): Promise<TestDatabase> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(url, async (admin) => {
    const template = await migratedTemplate(admin, url)
    await admin.query(`create database ${name} template ${template}`)
  })
  const pool = openServerPool(onDatabase(url, name), quiet, watching)
  const db = drizzleOver(pool, quiet)
  const close = async (): Promise<void> => {
    await flushNotices(db)
    await pool.end()
    await asAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`))
  }
  return { db, pool, close, engine: 'server' }
}

const onDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString()

/** Runs as superuser under a lock, so that no test file copies the template while it's being created. */
const asAdmin = async (url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    await work(admin)
  } finally {
    await admin.end()
  }
}

const migratedTemplate = async (admin: pg.Client, url: string): Promise<string> => {
  const template = `firstbell_${stateOfMigrations('')}`
  const { rows } = await admin.query('select 1 from pg_database where datname = $1', [template])
  if (rows.length > 0) return template
  const draft = `${template}_new`
  await admin.query(`drop database if exists ${draft} with (force)`)
  await admin.query(`create database ${draft}`)
  const pool = openServerPool(onDatabase(url, draft), quiet)
  await migrate({ pool }, migrations).finally(() => pool.end())
  await admin.query(`alter database ${draft} rename to ${template}`)
  return template
}

const emptying = new WeakMap<Db, Promise<string>>()

const statementFor = async (db: Db): Promise<string> => {
  const { $client } = db as Db & { $client: pg.Pool }
  const tables = await tablesParentsFirst($client)
  const drop = tables.map(({ name }) => `delete from public.${pg.escapeIdentifier(name)};`)
  // Disables triggers, because the audit log refuses deletes and per-row foreign key checks take most of the time.
  return `do $$ begin perform set_config('session_replication_role', 'replica', true); ${drop.join(' ')} end $$`
}

/** Deletes all rows of all tables in one round trip. On small tables, DELETE is many times faster than TRUNCATE. */
export const emptyDatabase = async (db: Db): Promise<void> => {
  const statement = emptying.get(db) ?? statementFor(db)
  emptying.set(db, statement)
  await db.execute(sql.raw(await statement))
}
