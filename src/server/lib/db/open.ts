import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './client.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { flushNotices, sendNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { type DatabaseLog, makePool } from './pool.ts'

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'server'
  /** One sentence for operators: the location of the data, and which data survives a crash. */
  promise: string
  /** Waits for queries in progress, then closes the database. */
  close: () => Promise<void>
}

/** Returns a Drizzle instance with our settings. `casing` must match drizzle.config.ts. */
export const drizzleOver = (client: pg.Pool | pg.PoolClient, log: DatabaseLog): Db => {
  const db = drizzle({ client, casing: 'snake_case' }) as Db
  sendNotices(db, log)
  return db
}

/**
 * Opens PostgreSQL if `databaseUrl` is set, otherwise the embedded database in `dataDir`, creating it if necessary. Neither a SQL error nor
 * the loss of the database ends the process. Doesn't detect a server that is down until the first query. For the embedded database, throws
 * DataFolderInUse or DataFolderVersion.
 */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
  log,
}: {
  databaseUrl?: string | undefined
  dataDir: string
  log: DatabaseLog
}): Promise<Database> => {
  if (databaseUrl === undefined) {
    const embedded = await openEmbedded(dataDir, log)
    return databaseOver({ ...embedded, kind: 'embedded' }, log)
  }
  const pool = openServerPool(databaseUrl, log)
  return databaseOver({ pool, kind: 'server', promise: `${placeOf({ databaseUrl, dataDir })}: ${PROMISE}`, close: () => pool.end() }, log)
}

const databaseOver = ({ pool, kind, promise, close }: Omit<Database, 'db'>, log: DatabaseLog): Database => {
  const db = drizzleOver(pool, log)
  const closeAfterNotices = async (): Promise<void> => {
    await flushNotices(db)
    await close()
  }
  return { db, pool, kind, promise, close: closeAfterNotices }
}

/** Returns a pool for a PostgreSQL server. Timeouts are in milliseconds and apply to every connection. */
export const openServerPool = (databaseUrl: string, log: DatabaseLog, application = 'firstbell'): pg.Pool =>
  makePool(
    {
      connectionString: databaseUrl,
      application_name: application,
      max: 10,
      keepAlive: true,
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
    },
    log,
  )

const PROMISE = 'saved data is as safe as that server keeps it. Any number of Firstbell servers can share it.'
