/**
 * A consistent snapshot of a database, which can be read for any length of time while other clients keep writing.
 *
 * On a PostgreSQL server, the snapshot is a transaction. The embedded engine has one session, which a long transaction would block for
 * everyone. Its folder is therefore copied while in use, and a separate engine opens the copy:
 * 1. `pg_control`, which names the last checkpoint, is copied first, and the write-ahead log last. An engine that opens such a copy
 *    recovers as after a crash: it replays the log from that checkpoint over the other files, whatever their state. The log contains
 *    everything written since, with a full image of each changed page.
 * 2. The copy is valid unless the end of a later checkpoint recycled a log segment that the copy needs. In that case, the folder is copied
 *    again.
 * 3. The server isn't involved and doesn't have to be running. Its lock on the folder doesn't matter.
 */
import { constants, mkdirSync, rmSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { requireRoom } from './disk-room.ts'
import { hasData } from './embedded/data-folder.ts'
import { scratchParams } from './embedded/durable-node-fs.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { poolOver } from './embedded/pglite-pool.ts'
import { startThread } from './embedded/pglite-thread.ts'
import { openServerPool } from './open.ts'
import type { DatabaseLog } from './pool.ts'

/** The next checkpoint runs after 64 MB or five minutes of writes. Hitting one on every attempt is all but impossible. */
const MAX_ATTEMPTS = 5

/** Offsets in `pg_control`: the format version, and the log position to replay from (PostgreSQL 18). */
const CONTROL_VERSION = { at: 8, is: 1800 }
const REDO_AT = 40
const SEGMENT_BYTES = 16n * 1024n * 1024n
const SEGMENTS_PER_LOG = 0x1_0000_0000n / SEGMENT_BYTES
const SEGMENT_NAME = /^0{7}1[0-9A-F]{16}$/

/** Longer than any disk stall. No other work waits for this engine. */
const MAX_SILENCE_MS = 3_600_000

/** Files that an engine creates itself or that are copied separately. */
const NOT_COPIED = new Set(['postmaster.pid', 'pg_wal', path.join('global', 'pg_control')])

/** Returns the number of the first log segment that an engine would replay, given the bytes of a `pg_control`. */
export const firstNeeded = (control: Buffer): number => {
  if (control.readUInt32LE(CONTROL_VERSION.at) !== CONTROL_VERSION.is) throw new Error("This database's pg_control has an unknown format.")
  return Number(control.readBigUInt64LE(REDO_AT) / SEGMENT_BYTES)
}

/** Returns the number of a log segment by its file name, or undefined for other files. */
export const numberOf = (name: string): number | undefined =>
  SEGMENT_NAME.test(name) ? Number(BigInt(`0x${name.slice(8, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${name.slice(16)}`)) : undefined

/** True if the segments listed before copying the log are contiguous from the first needed one, and all of them still exist afterward. */
export const isWhole = (first: number, before: string[], after: string[]): boolean => {
  const needed = before.map(numberOf).filter((number) => number !== undefined && number >= first)
  return (
    needed.includes(first) &&
    new Set(needed).size === Math.max(...(needed as number[])) - first + 1 &&
    before.every((name) => (numberOf(name) ?? -1) < first || after.includes(name))
  )
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Copies one file. A file deleted in the meantime isn't needed, because the log also records the deletion. */
const copyOne = (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    if (!isGone(error)) throw error
  })

/** Copies a folder recursively, except paths (relative to the top folder) for which `isLeftOut` returns true. */
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

/** Returns the total size of all files in a folder, recursively, in bytes. */
export const bytesIn = async (folder: string): Promise<number> => {
  const sizes = (await readdir(folder, { recursive: true })).map((name) =>
    stat(path.join(folder, name)).then(
      (each) => (each.isFile() ? each.size : 0),
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Copies a data folder while it is in use. Resolves to whether the copy is complete enough to open. */
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
  throw new Error(`The database in ${from} changed faster than it could be copied. Try again when the server is less busy.`)
}

export type Snapshot = {
  pool: pg.Pool
  /** A time no later than the snapshot. */
  at: Date
  close: () => Promise<void>
}

const ofFolder = async (dataDir: string, log: DatabaseLog): Promise<Snapshot> => {
  const folder = path.join(path.resolve(dataDir), 'database')
  if (!hasData(folder)) throw new Error(`There isn't a database in ${folder}.`)
  const copy = `${folder}.snapshot`
  // Only one snapshot exists at a time, so any files here were left by a killed process.
  const unlock = await lockFolder(copy)
  const remove = async (): Promise<void> => {
    rmSync(copy, { recursive: true, force: true })
    await unlock()
  }
  try {
    const at = new Date()
    await copyWhole(folder, copy)
    const engine = await startThread({ folder: copy, startParams: scratchParams })
    const { pool } = poolOver(engine.exec, log, { idleInTransactionMs: MAX_SILENCE_MS })
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

/**
 * Opens a snapshot of the PostgreSQL database at `databaseUrl`, or otherwise of the embedded database in `dataDir`, even while a server
 * uses it.
 */
export const openSnapshot = async (
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  log: DatabaseLog,
): Promise<Snapshot> => {
  if (databaseUrl === undefined) return ofFolder(dataDir, log)
  const pool = openServerPool(databaseUrl, log, { application: 'firstbell-backup' })
  try {
    const { rows } = await pool.query<{ now: Date }>('select now()')
    return { pool, at: rows[0]?.now ?? new Date(0), close: () => pool.end() }
  } catch (error) {
    await pool.end()
    throw error
  }
}
