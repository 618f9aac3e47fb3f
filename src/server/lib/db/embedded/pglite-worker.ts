/**
 * Runs the embedded engine on its own thread, so that a long query never blocks the server. The thread owns one data folder (created if it
 * doesn't exist) and handles its parent's requests one at a time.
 *
 * The thread exits when the engine does, because PGlite 0.5.16 mistakes the engine's exit (a FATAL or PANIC) for an ordinary SQL error and
 * reruns the same message forever. The parent then starts a new thread, which recovers as after a crash.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { createData, hasData } from './data-folder.ts'
import { DurableNodeFS } from './durable-node-fs.ts'
import { execOn } from './pglite-exec.ts'
import type { FromWorker, ToWorker, WorkerData } from './pglite-thread.ts'

/** The engine's exit status after a failed statement. Any other status means the engine has ended. */
const LEFT_STATEMENT = 100

type MainLoop = { _PostgresMainLoopOnce: () => void }

const { folder, startParams } = workerData as WorkerData
let lastWords = ''

const say = (message: FromWorker): void => parentPort?.postMessage(message)
/** PGlite's own errors contain 100 KB of minified code. The beginning is enough. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)

const open = async (): Promise<{ engine: PGlite; files: DurableNodeFS }> => {
  if (!hasData(folder)) await createData(folder)
  const files = new DurableNodeFS(folder)
  const onStderr = (line: string): boolean => {
    if (/FATAL|PANIC/.test(line)) lastWords = line
    return false
  }
  const engine = await PGlite.create({ fs: files, startParams, onStderr })
  const module = engine.Module as unknown as MainLoop
  const runOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if ((error as { status?: number }).status !== LEFT_STATEMENT) end(error)
      throw error
    }
  }
  return { engine, files }
}

const end = (error: unknown): never => {
  say({ kind: 'failed', reason: lastWords === '' ? reasonOf(error) : lastWords.slice(0, 500) })
  process.exit(1)
}

const { engine, files } = await open().catch(end)
const exec = execOn(engine)

const answer = async (request: ToWorker): Promise<FromWorker> => {
  if (request.kind === 'exec') return { kind: 'answer', id: request.id, bytes: await exec(request.batch) }
  if (request.kind === 'syncs') return { kind: 'count', id: request.id, count: files.syncs }
  await engine.close()
  return { kind: 'closed', id: request.id }
}

parentPort?.on('message', (request: ToWorker) => {
  answer(request).then((message) => {
    parentPort?.postMessage(message, message.kind === 'answer' ? [message.bytes.buffer as ArrayBuffer] : [])
    if (message.kind === 'closed') parentPort?.close()
  }, end)
})
say({ kind: 'ready' })
