/** The server's side of the child process that writes and tests backups. Its work doesn't block requests, and its memory is separate. */
import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { errorMessage } from '#server/lib/jobs/error-message.ts'
import { removeScratch } from './restore.ts'

type Common = { file: string; keys: string | undefined; dataDir: string }
export type BackupTask = Common &
  (
    | { kind: 'write'; databaseUrl: string | undefined }
    /** `maxBytes`: the most memory it may use. */
    | { kind: 'prove'; migrations: string; maxBytes: number }
  )

type Failure = { message: string; name: string; code: unknown }
export type BackupEnd = { kind: 'end'; failure?: Failure }

const MEGABYTE = 1024 * 1024
/** Upper limit for a test restore, in bytes. The most measured was 1.1 GB. */
const MOST = 1536 * MEGABYTE
/** Bytes by which the server may grow during a test restore. */
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

/** Returns how many bytes of memory a test restore may use: what the machine or the container has left besides this server. */
export const spareBytes = (): number => {
  const total = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  return Math.max(0, Math.min(MOST, total - process.memoryUsage.rss() - RESERVE))
}

/** Returns the failure of a test restore that used more than `maxBytes` of memory. */
export const tooLittleMemory = (maxBytes: number): Failure => ({
  name: 'OutOfMemory',
  message: `Testing this backup needs more memory than the ${Math.floor(maxBytes / MEGABYTE)} MB that the server leaves free. Give the server more memory, or turn off backup tests with PROVE_BACKUPS=off.`,
  code: undefined,
})

/**
 * Runs a task in a child process. Aborting kills it immediately. Leftovers of a test restore are removed here; leftovers
 * of a backup are removed by the next backup. Throws the child's error, or OutOfMemory if the child used too much memory or died.
 */
export const doInProcess = async (task: BackupTask, signal?: AbortSignal): Promise<void> => {
  signal?.throwIfAborted()
  const isSource = import.meta.url.endsWith('.ts')
  const child = fork(
    new URL(`./backup-worker${isSource ? '.ts' : '.js'}`, import.meta.url),
    // Node 20 can't run TypeScript by itself.
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

/** Returns what went wrong with a backup, for platform admins. Doesn't contain row values or the file's path. */
export const failureOf = (error: unknown, file: string): string =>
  error instanceof Error && ['BackupRefused', 'OutOfMemory'].includes(error.name)
    ? error.message.replace(file, 'The file').replace(' Nothing was changed.', '')
    : errorMessage(error)
