/**
 * One moment of a database, to be read for as long as it takes while others go on writing.
 *
 * On a PostgreSQL server that is a transaction. The embedded engine has one session, which a long transaction would keep
 * from everybody; so its folder is copied, as it is being written, and the copy is opened by an engine of its own:
 * 1. `pg_control`, which names the last checkpoint, is copied first, and the write-ahead log last. An engine that opens
 *    such a copy does what it does after a crash: it replays the log from that checkpoint over whatever state the other
 *    files are in. What was written since is in the log, with a whole image of each page that changed.
 * 2. It holds as long as no piece of the log that this needs was recycled meanwhile, by the end of a later checkpoint.
 *    Where one was, the copy is made again.
 * 3. The server takes no part in it and need not run: its lock on the folder does not matter.
 */
import { constants, mkdirSync, rmSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { hasData } from './data-folder.ts'
import { requireRoom } from './disk-room.ts'
import { scratchParams } from './durable-node-fs.ts'
import { lockFolder } from './folder-lock.ts'
import { openServerPool } from './open.ts'
import { poolOver } from './pglite-pool.ts'
import { startThread } from './pglite-thread.ts'
import type { DatabaseLog } from './pool.ts'

/** A later checkpoint comes after 64 MB or five minutes of writing; to meet one each time is all but impossible. */
const MAX_ATTEMPTS = 5

/** Where `pg_control` has the version of its own form, and where the log is to be replayed from (PostgreSQL 18). */
const CONTROL_VERSION = { at: 8, is: 1800 }
const REDO_AT = 40
const SEGMENT_BYTES = 16n * 1024n * 1024n
const SEGMENTS_PER_LOG = 0x1_0000_0000n / SEGMENT_BYTES
const SEGMENT_NAME = /^0{7}1[0-9A-F]{16}$/

/** Longer than any disk stalls: nobody else waits for this engine. */
const MAX_SILENCE_MS = 3_600_000

/** What an engine makes anew. */
const NOT_COPIED = new Set(['postmaster.pid', 'pg_wal', path.join('global', 'pg_control')])

/** Returns the number of the log's piece from which an engine would replay it, by the bytes of a `pg_control`. */
export const firstNeeded = (control: Buffer): number => {
  if (control.readUInt32LE(CONTROL_VERSION.at) !== CONTROL_VERSION.is) throw new Error('The pg_control of this database has another form.')
  return Number(control.readBigUInt64LE(REDO_AT) / SEGMENT_BYTES)
}

/** Returns the number of a piece of the log by its name; undefined for another file. */
export const numberOf = (name: string): number | undefined =>
  SEGMENT_NAME.test(name) ? Number(BigInt(`0x${name.slice(8, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${name.slice(16)}`)) : undefined

/** Whether all pieces that were there before the log was copied, from the first needed on, are one row and still there after. */
export const isWhole = (first: number, before: string[], after: string[]): boolean => {
  const needed = before.map(numberOf).filter((number) => number !== undefined && number >= first)
  return (
    needed.includes(first) &&
    new Set(needed).size === Math.max(...(needed as number[])) - first + 1 &&
    before.every((name) => (numberOf(name) ?? -1) < first || after.includes(name))
  )
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Copies one file; one that is gone meanwhile is not needed, which the log knows, too. */
const copyOne = (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })

/** Copies all that is in one folder and below it, but what `isLeftOut`, by its path from the top. */
const copyTree = async (from: string, to: string, isLeftOut: (inner: string) => boolean, inner = ''): Promise<void> => {
  await mkdir(path.join(to, inner), { recursive: true, mode: 0o700 })
  const entries = await readdir(path.join(from, inner), { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return []
    throw error
  })
  for (const entry of entries) {
    const each = path.join(inner, entry.name)
    if (isLeftOut(each)) continue
    if (entry.isDirectory()) await copyTree(from, to, isLeftOut, each)
    else if (entry.isFile()) await copyOne(path.join(from, each), path.join(to, each))
  }
}

/** The bytes of all files in a folder and below it. */
const bytesIn = async (folder: string): Promise<number> => {
  const sizes = (await readdir(folder, { recursive: true })).map((name) =>
    stat(path.join(folder, name)).then(
      (each) => (each.isFile() ? each.size : 0),
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Copies a data folder that is being written; whether all is there that opening the copy takes. */
const copyOnce = async (from: string, to: string): Promise<boolean> => {
  const control = path.join('global', 'pg_control')
  rmSync(to, { recursive: true, force: true })
  requireRoom(path.dirname(to), await bytesIn(from))
  mkdirSync(path.join(to, 'global'), { recursive: true, mode: 0o700 })
  await copyFile(path.join(from, control), path.join(to, control))
  const first = firstNeeded(await readFile(path.join(to, control)))
  await copyTree(from, to, (inner) => NOT_COPIED.has(inner))
  const before = await readdir(path.join(from, 'pg_wal'))
  await copyTree(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), () => false)
  return isWhole(first, before, await readdir(path.join(from, 'pg_wal')))
}

const copyWhole = async (from: string, to: string): Promise<void> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) if (await copyOnce(from, to)) return
  throw new Error(`The database in ${from} was written faster than it could be copied. Try again when less is going on.`)
}

export type Snapshot = {
  pool: pg.Pool
  /** Not later than the moment. */
  at: Date
  close: () => Promise<void>
}

const ofFolder = async (dataDir: string, log: DatabaseLog): Promise<Snapshot> => {
  const folder = path.join(path.resolve(dataDir), 'database')
  if (!hasData(folder)) throw new Error(`There is no database in ${folder}.`)
  const copy = `${folder}.snapshot`
  // One at a time; and so what is there was left by one that was killed.
  const unlock = await lockFolder(copy)
  const remove = async (): Promise<void> => {
    rmSync(copy, { recursive: true, force: true })
    await unlock()
  }
  try {
    const at = new Date()
    await copyWhole(folder, copy)
    const engine = await startThread({ folder: copy, startParams: scratchParams })
    const { pool } = poolOver(engine.exec, log, MAX_SILENCE_MS)
    const close = async (): Promise<void> => {
      await pool.end()
      await engine.close()
      await remove()
    }
    return { pool, at, close }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Opens a moment of the PostgreSQL of `databaseUrl`, else of the embedded database in `dataDir`, also while a server has it open. */
export const openSnapshot = async (
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  log: DatabaseLog,
): Promise<Snapshot> => {
  if (databaseUrl === undefined) return ofFolder(dataDir, log)
  const pool = openServerPool(databaseUrl, log, 'firstbell-backup')
  try {
    const { rows } = await pool.query<{ now: Date }>('select now()')
    return { pool, at: rows[0]?.now ?? new Date(0), close: () => pool.end() }
  } catch (error) {
    await pool.end()
    throw error
  }
}
