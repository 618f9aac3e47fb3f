import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** The part of Emscripten's file system in which PGlite's writes end. */
type EmscriptenModule = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }

/**
 * PGlite's files, with an fsync that reaches the disk. Emscripten's file system for Node has none (PGlite 0.5.16): the
 * engine's every fsync succeeds and does nothing, so a power cut would take what was acknowledged. It needs, too, the
 * parameters below, and leans on an internal, `NODEFS.stream_ops`: the version is pinned and a test counts the syncs.
 */
export class DurableNodeFS extends NodeFS {
  /** How often the engine has had something written to the disk. */
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
 * How the engine is started for real data: without `-F`, which turns fsync off; with the one sync method that ends in
 * the call above (the default, fdatasync, is a stub); and with a write-ahead log that is recycled early, since nobody
 * reclaims it but our own checkpoints.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=128MB'].flatMap((setting) => ['-c', setting]),
]

/** For an engine that must not write: every transaction only reads, unless it says otherwise. */
const readOnlyParams = ['-c', 'default_transaction_read_only=on']
export const durableReadOnlyParams = [...durableStartParams, ...readOnlyParams]

/** For a copy that is read once and thrown away: it is never synced. */
export const scratchParams = [...PGlite.defaultStartParams, ...readOnlyParams]
