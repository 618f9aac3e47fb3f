/**
 * How `npm run keys` asks the server to do its work: only one process can use the embedded database. The request is a file next to the
 * database, so that a server that is killed continues after its next start, and the answer is another one, which grows line by line.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A request of `npm run keys`. */
export type KeyRequest = 'list' | 'rotate'

const DONE = 'done'
const FAILED = 'failed: '
const LOOK_MS = 500
/** Milliseconds without a new line after which the server counts as gone. Reading a key takes a server's report at most. */
const SILENCE_MS = 120_000

const filesIn = (dataDir: string) => ({
  request: path.join(path.resolve(dataDir), 'keys.request'),
  answer: path.join(path.resolve(dataDir), 'keys.answer'),
})

const requestIn = (file: string): KeyRequest | undefined => {
  const written = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  return written === 'list' || written === 'rotate' ? written : undefined
}

/** Answers a request, line by line. Rejects if it can't, or once `signal` is aborted. */
export type AnswerKeys = (request: KeyRequest, to: { say: (line: string) => void; signal: AbortSignal }) => Promise<void>

/** Answers requests until `stop` is called, which interrupts the one in progress. The next start continues with it. */
export const answerKeyRequests = (
  dataDir: string,
  answerWith: AnswerKeys,
  log: (message: string, details?: object) => void,
): { stop: () => Promise<void> } => {
  const { request, answer } = filesIn(dataDir)
  let current: Promise<void> | undefined
  const stopping = new AbortController()
  const answerOne = async (asked: KeyRequest): Promise<void> => {
    const say = (line: string): void => appendFileSync(answer, `${line}\n`, { mode: 0o600 })
    try {
      await answerWith(asked, { say, signal: stopping.signal })
      say(DONE)
    } catch (error) {
      if (stopping.signal.aborted) return
      log('the keys could not be rotated', { error: (error as Error).message })
      say(FAILED + (error as Error).message.replaceAll('\n', ' '))
    }
    rmSync(request, { force: true })
  }
  const look = (): void => {
    if (current || stopping.signal.aborted) return
    try {
      const asked = requestIn(request)
      if (!asked) return
      current = answerOne(asked)
        .catch((error: Error) => log('a request about the keys could not be answered', { error: error.message }))
        .finally(() => {
          current = undefined
        })
    } catch (error) {
      log('a request about the keys could not be read', { error: (error as Error).message })
    }
  }
  const timer = setInterval(look, LOOK_MS).unref()
  const stop = async (): Promise<void> => {
    stopping.abort()
    clearInterval(timer)
    await current
  }
  return { stop }
}

/** Asks the server, and prints the lines of its answer. Joins a request in progress. Throws the server's failure, or if it doesn't answer. */
export const askServer = async (dataDir: string, asked: KeyRequest, say: (line: string) => void): Promise<void> => {
  const { request, answer } = filesIn(dataDir)
  if (requestIn(request) === undefined) {
    rmSync(answer, { force: true })
    writeFileSync(request, asked, { mode: 0o600, flush: true })
  }
  let read = 0
  let heard = performance.now()
  while (performance.now() - heard < SILENCE_MS) {
    const text = existsSync(answer) ? readFileSync(answer, 'utf8') : ''
    const lines = text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .slice(read, -1)
    read += lines.length
    if (lines.length > 0) heard = performance.now()
    for (const line of lines) {
      if (line === DONE) return
      if (line.startsWith(FAILED)) throw new Error(line.slice(FAILED.length))
      say(line)
    }
    await pause(LOOK_MS)
  }
  throw new Error('The server doesn’t answer. It continues with this after its next start. Look at its log.')
}
