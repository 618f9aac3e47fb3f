import type { PGlite } from '@electric-sql/pglite'
import type { Exec } from './pglite-stream.ts'

/**
 * Runs batches on an engine in this thread. `execProtocolRaw` would do the same but leaks memory (PGlite 0.5.16). It adds each parsed
 * response to a list that only `execProtocol` clears: 40 kB per call, until the process dies.
 */
export const execOn =
  (engine: PGlite): Exec =>
  async (batch) => {
    const parts: Uint8Array[] = []
    // Each part is a view of the engine's memory, which the next part overwrites.
    await engine.execProtocolRawStream(batch, { onRawData: (part) => parts.push(part.slice()) })
    const [only] = parts
    return parts.length === 1 && only ? only : new Uint8Array(Buffer.concat(parts))
  }
