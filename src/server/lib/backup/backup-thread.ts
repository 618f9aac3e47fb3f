/** The server's end of the thread on which backups are made and proved: no call waits for what they compute. */

import { openThread } from '#server/lib/db/thread.ts'
import { wordsOf } from '#server/lib/jobs/error-words.ts'

type Common = { file: string; keys: string | undefined; dataDir: string }
export type BackupTask = Common & ({ kind: 'write'; databaseUrl: string | undefined } | { kind: 'prove'; migrations: string })

export type BackupEnd = { failure?: { message: string; name: string; code: unknown } }

/** What failed on the thread, as it was there. */
class FailedOnThread extends Error {
  readonly code: unknown
  constructor({ message, name, code }: NonNullable<BackupEnd['failure']>) {
    super(message)
    this.name = name
    this.code = code
  }
}

/** Does a task on a thread of its own. One that is aborted ends at once; what it leaves, the next one removes. */
export const doOnThread = (task: BackupTask, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const thread = openThread(import.meta.url, 'backup-worker', task)
    const stop = (): void => void thread.terminate()
    signal?.addEventListener('abort', stop, { once: true })
    thread.once('message', ({ failure }: BackupEnd) => (failure ? reject(new FailedOnThread(failure)) : resolve()))
    thread.once('error', reject)
    thread.once('exit', () => {
      signal?.removeEventListener('abort', stop)
      reject(signal?.reason ?? new Error('The thread of a backup ended.'))
    })
  })

/** Returns what went wrong with a backup, to be shown to whoever looks after the platform: no value of a row, and not where the file is. */
export const failureOf = (error: unknown, file: string): string =>
  error instanceof Error && error.name === 'BackupRefused'
    ? error.message.replace(file, 'The file').replace(' Nothing was changed.', '')
    : wordsOf(error)
