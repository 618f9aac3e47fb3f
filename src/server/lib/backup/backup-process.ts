/** The server's end of the process in which backups are made and proved: no call waits for what it computes, and its memory is its own. */
import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { wordsOf } from '#server/lib/jobs/error-words.ts'
import { removeScratch } from './restore.ts'

type Common = { file: string; keys: string | undefined; dataDir: string }
export type BackupTask = Common &
  (
    | { kind: 'write'; databaseUrl: string | undefined }
    /** `maxBytes`: how much memory it may take at most. */
    | { kind: 'prove'; migrations: string; maxBytes: number }
  )

type Failure = { message: string; name: string; code: unknown }
export type BackupEnd = { kind: 'end'; failure?: Failure }

const MEGABYTE = 1024 * 1024
/** Bytes that a proof never needs: 1.1 GB is the most that was measured. */
const MOST = 1536 * MEGABYTE
/** Bytes that a server may grow by meanwhile. */
const RESERVE = 64 * MEGABYTE

/** What failed in the process, as it was there. */
class FailedInProcess extends Error {
  readonly code: unknown
  constructor({ message, name, code }: Failure) {
    super(message)
    this.name = name
    this.code = code
  }
}

/** Returns how many bytes of memory a proof may take: what the machine, or the container, has left beside this server. */
export const spareBytes = (): number => {
  const total = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  return Math.max(0, Math.min(MOST, total - process.memoryUsage.rss() - RESERVE))
}

/** Returns what a proof ends with that took more than `maxBytes` of memory. */
export const tooLittleMemory = (maxBytes: number): Failure => ({
  name: 'OutOfMemory',
  message: `Proving it needs more memory than the ${Math.floor(maxBytes / MEGABYTE)} MB that are left beside the server. Give the server more, or turn proofs off with PROVE_BACKUPS=off.`,
  code: undefined,
})

/**
 * Does a task in a process of its own. One that is aborted is killed at once. What a proof leaves is removed; what making a
 * backup leaves, the next one removes. Throws what failed there, and OutOfMemory when the process took too much or died.
 */
export const doInProcess = async (task: BackupTask, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted()
  const isSource = import.meta.url.endsWith('.ts')
  const child = fork(
    new URL(`./backup-worker${isSource ? '.ts' : '.js'}`, import.meta.url),
    // Node 20 reads no TypeScript by itself.
    isSource ? { execArgv: ['--import', 'tsx'] } : {},
  )
  const stop = (): void => void child.kill('SIGKILL')
  signal?.addEventListener('abort', stop, { once: true })
  let end: BackupEnd | undefined
  child.on('message', (message: Partial<BackupEnd>) => {
    // What reads TypeScript sends messages of its own.
    if (message.kind === 'end') end = message as BackupEnd
  })
  const how = await new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    child.once('exit', (code, by) => resolve(by ?? `code ${code}`))
    child.send(task)
  }).finally(() => signal?.removeEventListener('abort', stop))
  if (end && !end.failure) return
  if (task.kind === 'prove') await removeScratch(task.dataDir)
  signal?.throwIfAborted()
  const died = {
    name: 'OutOfMemory',
    message: `Its process ended with ${how}, most likely because there was too little memory.`,
    code: undefined,
  }
  throw new FailedInProcess(end?.failure ?? died)
}

/** Returns what went wrong with a backup, to be shown to whoever looks after the platform: no value of a row, and not where the file is. */
export const failureOf = (error: unknown, file: string): string =>
  error instanceof Error && ['BackupRefused', 'OutOfMemory'].includes(error.name)
    ? error.message.replace(file, 'The file').replace(' Nothing was changed.', '')
    : wordsOf(error)
