import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The part of Emscripten's file system that PGlite writes through. */
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }

/**
 * PGlite's file system with an fsync that reaches the disk. Emscripten's Node file system has none (PGlite 0.5.16): the
 * engine's fsync calls succeed but do nothing, so a power cut would lose acknowledged data. It also needs the parameters
 * below. It relies on an internal, `NODEFS.stream_ops`, so the version is pinned and a test counts the syncs.
 */
export class DurableNodeFS extends NodeFS {
  /** Number of fsync calls so far. */
  syncs = 0

  override async init(engine: PGlite, options: Parameters<NodeFS['init']>[1]): ReturnType<NodeFS['init']> {
    const made = await super.init(engine, options)
    const withSync = (module: unknown): void => {
      ;(module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd)
        this.syncs++
        return 0
      }
    }
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun: [...(made.emscriptenOpts.preRun ?? []), withSync] } }
  }
}

/**
 * Start parameters for real data. They leave out `-F`, which turns fsync off, and select the only sync method that uses
 * the fsync above (the default, fdatasync, is a stub). The write-ahead log is recycled early, because only our own
 * checkpoints reclaim it.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=128MB'].flatMap((setting) => ['-c', setting]),
]

/** For an engine that must not write: transactions are read-only by default. */
const readOnlyParams = ['-c', 'default_transaction_read_only=on']
export const durableReadOnlyParams = [...durableStartParams, ...readOnlyParams]

/** For a copy that is read once and discarded, so it is never synced. */
export const scratchParams = [...PGlite.defaultStartParams, ...readOnlyParams]
