/** The server's side of the thread that runs the embedded engine. */
import { openThread } from '#server/lib/threads/thread.ts'

export type ToWorker = { id: number } & ({ kind: 'exec'; batch: Uint8Array } | { kind: 'syncs' } | { kind: 'close' })
export type WorkerData = {
  folder: string
  /** Start parameters of the engine (durable-node-fs.ts). */
  startParams: string[]
}
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'answer'; id: number; bytes: Uint8Array }
  | { kind: 'count'; id: number; count: number }
  | { kind: 'closed'; id: number }

/**
 * The engine has stopped. The SQLSTATE is 57P01, as for a server that is shutting down, so callers may retry. If the disk is full, it is
 * 53100.
 */
export class EngineStopped extends Error {
  override name = 'EngineStopped'
  get isFull(): boolean {
    return /No space left on device|ENOSPC/.test(this.message)
  }
  get code(): string {
    return this.isFull ? '53100' : '57P01'
  }
}

export type EngineThread = {
  exec: (batch: Uint8Array) => Promise<Uint8Array>
  /** Resolves to the number of fsync calls since the engine started. */
  syncs: () => Promise<number>
  close: () => Promise<void>
  /** Resolves when the thread has exited, with the reason, or with undefined after `close`. */
  ended: Promise<EngineStopped | undefined>
}

/**
 * Opens the data folder on a new thread, creating it if it doesn't exist. Rejects with EngineStopped if it can't be
 * opened. The caller must hold the folder's lock.
 */
export const startThread = async (data: WorkerData): Promise<EngineThread> => {
  const worker = openThread(import.meta.url, 'pglite-worker', data)
  const waiting = new Map<number, { resolve: (message: FromWorker) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let isClosing = false
  let stopped: EngineStopped | undefined
  let reason = 'the embedded database stopped'

  const ended = new Promise<EngineStopped | undefined>((resolve) => {
    worker.on('exit', () => {
      stopped = new EngineStopped(reason)
      for (const { reject } of waiting.values()) reject(stopped)
      waiting.clear()
      resolve(isClosing ? undefined : stopped)
    })
  })
  worker.on('error', (error) => {
    reason = error.message.slice(0, 500)
  })
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'failed') reason = message.reason
    if (!('id' in message)) return
    waiting.get(message.id)?.resolve(message)
    waiting.delete(message.id)
  })
  const ask = (make: (id: number) => ToWorker, transfer: ArrayBuffer[] = []): Promise<FromWorker> =>
    new Promise((resolve, reject) => {
      if (stopped) return reject(stopped)
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      return worker.postMessage(make(id), transfer)
    })

  // The thread sends this once the folder is open.
  await new Promise<void>((resolve, reject) => {
    worker.once('message', (message: FromWorker) => message.kind === 'ready' && resolve())
    void ended.then(reject)
  })

  return {
    exec: async (batch) => {
      const message = await ask((id) => ({ kind: 'exec', id, batch }), [batch.buffer as ArrayBuffer])
      return message.kind === 'answer' ? message.bytes : new Uint8Array()
    },
    syncs: async () => {
      const message = await ask((id) => ({ kind: 'syncs', id }))
      return message.kind === 'count' ? message.count : 0
    },
    close: async () => {
      isClosing = true
      await ask((id) => ({ kind: 'close', id }))
      await ended
    },
    ended,
  }
}
