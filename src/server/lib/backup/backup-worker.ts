/** Makes a backup, or proves one by restoring it, and says how that ended. */
import { parentPort, workerData } from 'node:worker_threads'
import { findKeyRing } from '#server/lib/keys/kept-key.ts'
import { backUp } from './backup.ts'
import type { BackupEnd, BackupTask } from './backup-thread.ts'
import { prove } from './restore.ts'

const task = workerData as BackupTask
const log = (message: string, details?: object): void =>
  void process.stderr.write(`${JSON.stringify({ level: 'backup', message, ...details })}\n`)

const work = async (): Promise<void> => {
  const keys = findKeyRing(task.keys, task.dataDir)
  if (!keys) throw new Error('There is no key for backups.')
  if (task.kind === 'write') await backUp(task, task.file, keys, log)
  else await prove({ ...task, keys }, log)
}

const end: BackupEnd = await work().then(
  () => ({}),
  (error: unknown) => {
    const { message, name, code } =
      error instanceof Error ? (error as Error & { code?: unknown }) : (new Error(String(error)) as Error & { code?: unknown })
    return { failure: { message: message.slice(0, 2000), name, code } }
  },
)
parentPort?.postMessage(end)
