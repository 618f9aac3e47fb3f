/**
 * The server's side of the child process that writes and tests backups. The child process doesn't block requests and has its own memory.
 */
import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { errorMessage } from '#server/lib/jobs/error-message.ts'
import { removeScratch } from './restore.ts'

type Common = { file: string; keys: string | undefined; dataDir: string }
export type BackupTask = Common &
  /** `keyInUse` is the name of the key that encrypts. */
  (
    | { kind: 'write'; databaseUrl: string | undefined; keyInUse: string }
    /** `maxBytes` is the task's memory limit. */
    | { kind: 'prove'; migrations: string; maxBytes: number }
  )

type Failure = { message: string; name: string; code: unknown }
export type BackupEnd = { kind: 'end'; failure?: Failure }

const MEGABYTE = 1024 * 1024
/** Memory limit for a test restore, in bytes. The highest usage measured was 1.1 GB. */
const MOST = 1536 * MEGABYTE
/** Bytes reserved for the server's own growth during a test restore. */
const RESERVE = 64 * MEGABYTE

/** An error from the child process, with its original name, message and code. */
class FailedInProcess extends Error {
  readonly code: unknown
  constructor({ message, name, code }: Failure) {
    super(message)
    this.name = name
    this.code = code
  }
}

/**
 * Returns how many bytes of memory a test restore may use: the rest of the machine's or container's memory, minus a reserve for this
 * server.
 */
export const spareBytes = (): number => {
  const total = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  return Math.max(0, Math.min(MOST, total - process.memoryUsage.rss() - RESERVE))
}

/** Returns the failure for a test restore that used more than `maxBytes` of memory. */
export const tooLittleMemory = (maxBytes: number): Failure => ({
  name: 'OutOfMemory',
  message: `Testing this backup needs more memory than the ${Math.floor(maxBytes / MEGABYTE)} MB that the server leaves free. Give the server more memory, or turn off backup tests with PROVE_BACKUPS=off.`,
  code: undefined,
})

/**
 * Runs a task in a child process. Aborting kills the child immediately. Removes the files left by a killed test restore. The next backup
 * removes the files left by a killed backup. Throws the child's error, or OutOfMemory if the child used too much memory or died.
 */
export const doInProcess = async (task: BackupTask, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted()
  const isSource = import.meta.url.endsWith('.ts')
  const child = fork(
    new URL(`./backup-worker${isSource ? '.ts' : '.js'}`, import.meta.url),
    // Node 20 can't run TypeScript natively.
    isSource ? { execArgv: ['--import', 'tsx'] } : {},
  )
  const stop = (): void => void child.kill('SIGKILL')
  signal?.addEventListener('abort', stop, { once: true })
  let end: BackupEnd | undefined
  child.on('message', (message: Partial<BackupEnd>) => {
    // The TypeScript loader also sends messages.
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
    message: `The backup process ended with ${how}, most likely because memory ran out.`,
    code: undefined,
  }
  throw new FailedInProcess(end?.failure ?? died)
}

/** Returns the reason for a failed backup, for platform admins. Never includes row values or the file's path. */
export const failureOf = (error: unknown, file: string): string =>
  error instanceof Error && ['BackupRefused', 'OutOfMemory'].includes(error.name)
    ? error.message.replace(file, 'The file').replace(' Nothing was changed.', '')
    : errorMessage(error)
