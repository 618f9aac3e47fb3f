/**
 * The database that needs no setting up: PGlite in a folder of this machine, for one server process.
 *
 * 1. Nothing is answered before it is on the disk (durable-node-fs.ts).
 * 2. No second process opens the folder (folder-lock.ts).
 * 3. An engine that dies takes its connections with it, is said so in the log, and is opened again by the next query.
 * 4. Nothing of PostgreSQL's background runs here: we checkpoint and vacuum (housekeeping.ts).
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { hasData } from './data-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { startHousekeeping } from './housekeeping.ts'
import { poolOver } from './pglite-pool.ts'
import { type EngineThread, startThread } from './pglite-thread.ts'
import type { DatabaseLog } from './pool.ts'

const PROMISE = 'what is acknowledged is on the disk and survives a crash, for one server process (DATABASE_URL is for more)'

export type EmbeddedDatabase = { pool: pg.Pool; promise: string; syncs: () => Promise<number>; close: () => Promise<void> }

/**
 * Opens the database in `dataDir`, making it if need be. Throws DataFolderInUse when another process has it, and
 * DataFolderVersion when another major version of PostgreSQL wrote it.
 */
export const openEmbedded = async (dataDir: string, log: DatabaseLog): Promise<EmbeddedDatabase> => {
  const folder = path.join(path.resolve(dataDir), 'database')
  mkdirSync(path.dirname(folder), { recursive: true })
  const unlock = await lockFolder(folder)
  let running: Promise<EngineThread> | undefined
  const engine = (): Promise<EngineThread> => {
    running ??= start()
    return running
  }
  const start = async (): Promise<EngineThread> => {
    try {
      const thread = await startThread(folder)
      void thread.ended.then((reason) => {
        if (reason === undefined) return
        running = undefined
        log('the embedded database ended and is started again', { error: reason.message })
        connections.cutAll(reason)
      })
      return thread
    } catch (error) {
      running = undefined
      throw error
    }
  }
  const connections = poolOver(async (batch) => (await engine()).exec(batch), log)
  const { pool } = connections
  try {
    hasData(folder)
    await engine()
  } catch (error) {
    await unlock()
    throw error
  }
  const stopHousekeeping = startHousekeeping(pool, log)

  return {
    pool,
    promise: `Embedded database in ${folder}: ${PROMISE}.`,
    syncs: async () => (await engine()).syncs(),
    close: async () => {
      stopHousekeeping()
      await pool.query('checkpoint').catch((error: Error) => log('no checkpoint before closing', { error: error.message }))
      await pool.end()
      await (await running)?.close()
      await unlock()
    },
  }
}
