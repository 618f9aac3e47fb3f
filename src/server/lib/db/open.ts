import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './client.ts'
import { openEmbedded } from './embedded/embedded.ts'
import { flushNotices, sendNotices } from './notices.ts'
import { placeOf } from './place.ts'
import { type DatabaseLog, makePool, type QueryWatch } from './pool.ts'

export type Database = {
  db: Db
  pool: pg.Pool
  kind: 'embedded' | 'server'
  /** Where to listen for notices, if `pool` goes through a pooler. */
  listenUrl?: string | undefined
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

type ServerPool = QueryWatch & {
  application?: string
  /** Connections at most. */
  size?: number | undefined
  isPooled?: boolean
}

type Place = QueryWatch & {
  databaseUrl?: string | undefined
  dataDir: string
  /** PostgreSQL itself, if `databaseUrl` is a pooler in transaction mode. */
  listenUrl?: string | undefined
  /** Connections to PostgreSQL, 10 by default. */
  poolSize?: number
  log: DatabaseLog
}

/**
 * Opens PostgreSQL if `databaseUrl` is set, otherwise the embedded database in `dataDir`, creating it if necessary. Neither a SQL error nor
 * the loss of the database ends the process. Doesn't detect a server that is down until the first query. For the embedded database, throws
 * DataFolderInUse or DataFolderVersion.
 */
export const openDatabase = async ({
  databaseUrl,
  dataDir,
  listenUrl,
  poolSize,
  slowQueryMs,
  traceQuery,
  log,
}: Place): Promise<Database> => {
  if (databaseUrl === undefined) {
    const embedded = await openEmbedded(dataDir, log, { slowQueryMs, traceQuery })
    return databaseOver({ ...embedded, kind: 'embedded' }, log)
  }
  const pool = openServerPool(databaseUrl, log, { size: poolSize, isPooled: listenUrl !== undefined, slowQueryMs, traceQuery })
  const promise = `${placeOf({ databaseUrl, dataDir })}: ${PROMISE}`
  return databaseOver({ pool, kind: 'server', listenUrl, promise, close: () => pool.end() }, log)
}

const databaseOver = ({ pool, close, ...about }: Omit<Database, 'db'>, log: DatabaseLog): Database => {
  const db = drizzleOver(pool, log)
  const closeAfterNotices = async (): Promise<void> => {
    await flushNotices(db)
    await close()
  }
  return { ...about, db, pool, close: closeAfterNotices }
}

/** In milliseconds, for every connection. */
export const TIMEOUTS = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 }

/**
 * Returns a pool for a PostgreSQL server. With `isPooled`, its connections go through a pooler in transaction mode. Poolers refuse or ignore
 * timeouts in a connection's first message, so operators set them for the role (docs/scaling.md).
 */
export const openServerPool = (
  databaseUrl: string,
  log: DatabaseLog,
  { application = 'firstbell', size = 10, isPooled = false, ...watching }: ServerPool = {},
): pg.Pool =>
  makePool(
    { connectionString: databaseUrl, application_name: application, max: size, keepAlive: true, ...(isPooled ? {} : TIMEOUTS) },
    log,
    { isPooled, ...watching },
  )

const PROMISE = 'saved data is as safe as that server keeps it. Any number of Firstbell servers can share it.'
