import { existsSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { tablesParentsFirst } from './catalog.ts'
import type { Db } from './client.ts'
import { requireRoom } from './disk-room.ts'
import { hasData, syncPath } from './embedded/data-folder.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { fill } from './fill.ts'
import { type Database, drizzleOver, openDatabase } from './open.ts'
import type { DatabaseLog } from './pool.ts'
import { inTransaction, type Piece, type TableSum } from './rows.ts'

export type Target = { databaseUrl: string | undefined; dataDir: string }

type NewDatabase = {
  database: Database
  /** Closes the database, and moves an embedded one to its final folder. */
  keep: () => Promise<void>
  /** Closes the database without keeping any changes. */
  discard: () => Promise<void>
}

/**
 * Opens a database that will be filled in a single transaction: the PostgreSQL server at `databaseUrl`, or otherwise a new embedded
 * database. An embedded database is created next to its final folder in `dataDir`, and `keep` moves it there. Throws if that folder already
 * has a database.
 */
const openNew = async ({ databaseUrl, dataDir }: Target, log: DatabaseLog): Promise<NewDatabase> => {
  if (databaseUrl !== undefined) {
    const database = await openDatabase({ databaseUrl, dataDir, log })
    return { database, keep: database.close, discard: database.close }
  }
  const folder = path.join(path.resolve(dataDir), 'database')
  const draft = `${folder}.draft`
  const unlock = await lockFolder(folder)
  const removeDraft = async (): Promise<void> => {
    rmSync(draft, { recursive: true, force: true })
    await unlock()
  }
  try {
    if (hasData(folder))
      throw new Error(`${folder} already contains a database. Nothing was changed. Move it, or set DATA_DIR to another folder.`)
    rmSync(draft, { recursive: true, force: true })
    const database = await openDatabase({ dataDir: draft, log })
    const keep = async (): Promise<void> => {
      await database.close()
      if (existsSync(folder)) rmdirSync(folder)
      renameSync(path.join(draft, 'database'), folder)
      syncPath(path.dirname(folder))
      await removeDraft()
    }
    const discard = async (): Promise<void> => {
      await database.close()
      await removeDraft()
    }
    return { database, keep, discard }
  } catch (error) {
    await unlock()
    throw error
  }
}

type Filling = {
  pieces: AsyncIterable<Piece>
  /** Folder with the migrations to apply to the database. */
  migrations: string
  /** Runs in the same transaction after all rows are inserted. */
  settle?: (db: Db) => Promise<void>
}

/** Throws before the disk is full, because other processes may be writing to it. */
async function* whileThereIsRoom(pieces: AsyncIterable<Piece>, folder: string): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    requireRoom(folder)
    yield piece
  }
}

type TableRows = Pick<TableSum, 'name' | 'rows'>

/** Counts the rows again, because migrations add and delete tables, and `settle` deletes and inserts rows. */
const countedAgain = async (client: pg.PoolClient): Promise<TableRows[]> => {
  const counted: TableRows[] = []
  for (const { name } of await tablesParentsFirst(client)) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from public.${pg.escapeIdentifier(name)}`)
    counted.push({ name, rows: rows[0]?.count ?? 0 })
  }
  return counted
}

/** Fills an empty or missing database in one transaction. A failure changes nothing. Resolves to each table's row count. */
export const fillNew = async (target: Target, { pieces, migrations, settle }: Filling, log: DatabaseLog): Promise<TableRows[]> => {
  const { database, keep, discard } = await openNew(target, log)
  let tables: TableRows[]
  try {
    tables = await inTransaction(database.pool, '', async (client) => {
      const rows = database.kind === 'embedded' ? whileThereIsRoom(pieces, path.resolve(target.dataDir)) : pieces
      const sums = await fill(client, rows, migrations)
      await settle?.(drizzleOver(client, log))
      return settle ? countedAgain(client) : sums
    })
  } catch (error) {
    await discard()
    throw error
  }
  await keep()
  return tables
}
