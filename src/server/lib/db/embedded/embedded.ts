/**
 * The database that needs no setup: PGlite in a local folder, for a single server process.
 *
 * 1. A write is acknowledged only once it is on disk (durable-node-fs.ts).
 * 2. Only one process can open the folder (folder-lock.ts).
 * 3. If the engine dies, its connections are cut and the failure is logged. The next query restarts the engine.
 * 4. PostgreSQL's background processes don't run here, so we run checkpoints and vacuums ourselves (housekeeping.ts).
 * 5. On a full disk, the database still opens, using reserved space (reserve.ts). It is read-only until the disk has room for the reserve
 *    again.
 */
import path from 'node:path'
import type pg from 'pg'
import type { DatabaseLog, QueryWatch } from '#server/lib/db/pool.ts'
import { hasData } from './data-folder.ts'
import { durableReadOnlyParams, durableStartParams } from './durable-node-fs.ts'
import { lockFolder } from './folder-lock.ts'
import { startHousekeeping } from './housekeeping.ts'
import { poolOver } from './pglite-pool.ts'
import { EngineStopped, type EngineThread, startThread } from './pglite-thread.ts'
import { makeReserve, spendReserve } from './reserve.ts'

const PROMISE = 'saved data is on disk and survives a crash. One server process only; for more, set DATABASE_URL'

/** Milliseconds between checks whether a full disk has room again. */
const RECOVERY_MS = 10_000

export type EmbeddedDatabase = { pool: pg.Pool; promise: string; syncs: () => Promise<number>; close: () => Promise<void> }

/**
 * Opens the database in `dataDir`, creating it if necessary. Throws DataFolderInUse if another process has it open, or DataFolderVersion if
 * another major version of PostgreSQL wrote it. Queries that take at least `slowQueryMs` are logged.
 */
export const openEmbedded = async (dataDir: string, log: DatabaseLog, watching: QueryWatch = {}): Promise<EmbeddedDatabase> => {
  const folder = path.join(path.resolve(dataDir), 'database')
  const unlock = await lockFolder(folder)
  let running: Promise<EngineThread> | undefined
  const engine = (): Promise<EngineThread> => {
    running ??= start()
    return running
  }
  let isReadOnly = false
  const startAnyhow = async (): Promise<EngineThread> => {
    try {
      return await startThread({ folder, startParams: isReadOnly ? durableReadOnlyParams : durableStartParams })
    } catch (error) {
      if (!(error instanceof EngineStopped && error.isFull && spendReserve(folder))) throw error
      isReadOnly = true
      log('the disk is full: the embedded database is read-only until there is room')
      return startThread({ folder, startParams: durableReadOnlyParams })
    }
  }
  const start = async (): Promise<EngineThread> => {
    try {
      const thread = await startAnyhow()
      void thread.ended.then((reason) => {
        running = undefined
        if (reason === undefined) return
        log('the embedded database stopped and will be restarted', { error: reason.message })
        connections.cutAll(reason)
      })
      return thread
    } catch (error) {
      running = undefined
      throw error
    }
  }
  /** If the disk has room for the reserve, it has room for writes. The next query restarts the engine in read-write mode. */
  const recover = async (): Promise<void> => {
    if (!isReadOnly || !makeReserve(folder)) return
    isReadOnly = false
    log('the disk has room again: the embedded database is writable')
    const engine = await running
    connections.cutAll(new EngineStopped('the embedded database is restarting'))
    await engine?.close()
  }
  const connections = poolOver(async (batch) => (await engine()).exec(batch), log, watching)
  const { pool } = connections
  try {
    hasData(folder)
    await engine()
  } catch (error) {
    await unlock()
    throw error
  }
  const stopHousekeeping = startHousekeeping(pool, log)
  if (!isReadOnly && !makeReserve(folder)) log('the disk is nearly full: could not reserve space for reopening the database')
  const recovery = setInterval(() => {
    recover().catch((error: Error) => log('the embedded database could not be restarted', { error: error.message }))
  }, RECOVERY_MS).unref()

  return {
    pool,
    promise: `Embedded database in ${folder}: ${PROMISE}.`,
    syncs: async () => (await engine()).syncs(),
    close: async () => {
      stopHousekeeping()
      clearInterval(recovery)
      await pool.query('checkpoint').catch((error: Error) => log('the checkpoint before closing failed', { error: error.message }))
      await pool.end()
      await (await running)?.close()
      await unlock()
    },
  }
}
