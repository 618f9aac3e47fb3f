import type { PGlite } from '@electric-sql/pglite'
import type { Exec } from './pglite-stream.ts'

/**
 * Runs batches on an engine of this thread. `execProtocolRaw` would do the same and never forget an answer: it parses each
 * into a list that only `execProtocol` empties (PGlite 0.5.16), 40 kB a call, until the process dies.
 */
export const execOn =
  (engine: PGlite): Exec =>
  async (batch) => {
    const parts: Uint8Array[] = []
    // A part is a view of the engine's own memory, which the next part is written into.
    await engine.execProtocolRawStream(batch, { onRawData: (part) => parts.push(part.slice()) })
    const [only] = parts
    return parts.length === 1 && only ? only : new Uint8Array(Buffer.concat(parts))
  }
