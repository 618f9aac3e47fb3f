/** Makes a backup, or proves one by restoring it, and says how that ended. */
import { writeFileSync } from 'node:fs'
import { findKeyRing } from '#server/lib/keys/kept-key.ts'
import { backUp } from './backup.ts'
import { type BackupEnd, type BackupTask, tooLittleMemory } from './backup-process.ts'
import { prove } from './restore.ts'

const LOOK_AT_MEMORY_MS = 50

const log = (message: string, details?: object): void =>
  void process.stderr.write(`${JSON.stringify({ level: 'backup', message, ...details })}\n`)

let hasEnded = false
/** The first end counts. */
const endWith = (failure?: BackupEnd['failure']): void => {
  if (hasEnded) return
  hasEnded = true
  process.send?.({ kind: 'end', ...(failure && { failure }) } satisfies BackupEnd, () => process.exit())
}

/** Ends this process as soon as it takes too much memory. It looks by itself: no option of Node's bounds what WebAssembly takes. */
const boundMemory = (maxBytes: number): void => {
  const look = (): void => {
    if (process.memoryUsage.rss() > maxBytes) endWith(tooLittleMemory(maxBytes))
  }
  look()
  setInterval(look, LOOK_AT_MEMORY_MS)
}

/** Has Linux end this process before the server where memory runs out all the same. */
const dieFirst = (): void => {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system.
  }
}

const work = async (task: BackupTask): Promise<void> => {
  const keys = findKeyRing(task.keys, task.dataDir)
  if (!keys) throw new Error('There is no key for backups.')
  if (task.kind === 'write') await backUp(task, task.file, keys, log)
  else await prove({ ...task, keys }, log)
}

dieFirst()
// Its server is gone.
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
