/** Writes a backup, or tests one by restoring it, and reports the outcome to the server. */
import { writeFileSync } from 'node:fs'
import { findKeyRing } from '#server/lib/keys/kept-key.ts'
import { backUp } from './backup.ts'
import { type BackupEnd, type BackupTask, tooLittleMemory } from './backup-process.ts'
import { prove } from './restore.ts'

const LOOK_AT_MEMORY_MS = 50

const log = (message: string, details?: object): void =>
  void process.stderr.write(`${JSON.stringify({ level: 'backup', message, ...details })}\n`)

let hasEnded = false
/** Reports the outcome and exits. Only the first call counts. */
const endWith = (failure?: BackupEnd['failure']): void => {
  if (hasEnded) return
  hasEnded = true
  process.send?.({ kind: 'end', ...(failure && { failure }) } satisfies BackupEnd, () => process.exit())
}

/** Ends this process as soon as it exceeds the memory limit. Polls, because no Node option limits WebAssembly memory. */
const boundMemory = (maxBytes: number): void => {
  const look = (): void => {
    if (process.memoryUsage.rss() > maxBytes) endWith(tooLittleMemory(maxBytes))
  }
  look()
  setInterval(look, LOOK_AT_MEMORY_MS)
}

/** Makes Linux kill this process before the server if the system runs out of memory anyway. */
const dieFirst = (): void => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not Linux.
  }
}

const work = async (task: BackupTask): Promise<void> => {
  const keys = findKeyRing(task.keys, task.dataDir)
  if (!keys) throw new Error('The key for backups is missing.')
  if (task.kind === 'write') await backUp(task, task.file, keys.using(task.keyInUse), log)
  else await prove({ ...task, keys }, log)
}

dieFirst()
// The server has exited.
process.once('disconnect', () => process.exit(1))
process.once('message', (task: BackupTask) => {
  if (task.kind === 'prove') boundMemory(task.maxBytes)
  if (hasEnded) return
  work(task).then(
    () => endWith(),
    (error: unknown) => {
      const { message, name, code } =
        error instanceof Error ? (error as Error & { code?: unknown }) : (new Error(String(error)) as Error & { code?: unknown })
      endWith({ message: message.slice(0, 2000), name, code })
    },
  )
})
