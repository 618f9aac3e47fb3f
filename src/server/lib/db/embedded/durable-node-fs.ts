import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The part of Emscripten's file system that PGlite writes through. */
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }

/**
 * PGlite's file system with an fsync that reaches the disk. Emscripten's Node file system doesn't implement it (PGlite 0.5.16). The
 * engine's fsync calls succeed but do nothing, so a power failure would lose acknowledged data. The engine also needs the parameters below.
 * This class relies on an internal, `NODEFS.stream_ops`, so PGlite's version is pinned and a test counts the syncs.
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
 * Start parameters for real data. They leave out `-F`, which turns off fsync, and select the only sync method that uses the fsync above.
 * (The default, fdatasync, is a stub.) The write-ahead log is recycled early, because only our own checkpoints reclaim its space.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=128MB'].flatMap((setting) => ['-c', setting]),
]

/** For an engine that must not write. Transactions are read-only by default. */
const readOnlyParams = ['-c', 'default_transaction_read_only=on']
export const durableReadOnlyParams = [...durableStartParams, ...readOnlyParams]

/** For a copy that is read once and then discarded, so it never needs to be synced. */
export const scratchParams = [...PGlite.defaultStartParams, ...readOnlyParams]
