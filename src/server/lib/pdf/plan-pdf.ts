/**
 * Converts printable pages to PDFs, in a thread of its own and one at a time, because each takes a processor for up to seconds. The thread
 * ends when it has had nothing to do for a while.
 */
import type { Worker } from 'node:worker_threads'
import { openThread } from '#server/lib/db/embedded/thread.ts'
import type { Paper } from '#shared/sub-plans/pages/rules.ts'
import type { FromPdfWorker, ToPdfWorker } from './plan-pdf-worker.ts'

/** Returns a page as a PDF. Rejects with {@link PdfFailed}. */
export type MakePdf = (page: string, paper: Paper) => Promise<Uint8Array<ArrayBuffer>>

/** The PDF couldn't be made. The message contains nothing of the page. */
export class PdfFailed extends Error {
  override name = 'PdfFailed'
}

const IDLE_MS = 10_000
/**
 * Mail waits this long for its PDF at most, from when it asks, so that slow plans of one teacher don't hold up everyone's mail. A week takes
 * a fraction of a second.
 */
const MOST_MS = 8_000
/** Longer pages would take many seconds. */
const MOST_CHARACTERS = 1_000_000
const RESOURCES = { maxOldGenerationSizeMb: 256 }

export const makePdfThread = ({ idleMs = IDLE_MS, mostMs = MOST_MS } = {}): MakePdf => {
  let thread: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  const end = (): void => {
    // Its 'error' and 'exit' events have no listener that acts on them anymore.
    void thread?.terminate()
    thread = undefined
  }
  const open = (): Worker => {
    const opened = openThread(import.meta.url, 'plan-pdf-worker', undefined, RESOURCES)
    opened.unref()
    // A thread that fails between two pages is replaced.
    opened.on('error', () => {
      if (thread === opened) thread = undefined
    })
    opened.on('exit', () => {
      if (thread === opened) thread = undefined
    })
    return opened
  }

  const make = (wanted: ToPdfWorker, until: number): Promise<Uint8Array<ArrayBuffer>> =>
    new Promise((resolve, reject) => {
      const left = until - performance.now()
      if (left <= 0) return reject(new PdfFailed('The PDF waited too long'))
      clearTimeout(idle)
      thread ??= open()
      const used = thread
      const finish = (settle: () => void): void => {
        clearTimeout(timeout)
        used.off('message', take)
        used.off('error', fail)
        used.off('exit', fail)
        idle = setTimeout(end, idleMs).unref()
        settle()
      }
      const take = (message: FromPdfWorker): void =>
        finish(() => ('pdf' in message ? resolve(message.pdf) : reject(new PdfFailed(`The PDF couldn’t be made: ${message.problem}`))))
      const fail = (): void => finish(() => reject(new PdfFailed('The PDF’s thread ended')))
      const timeout = setTimeout(() => {
        finish(() => reject(new PdfFailed('The PDF took too long')))
        end()
      }, left)
      used.on('message', take)
      used.on('error', fail)
      used.on('exit', fail)
      used.postMessage(wanted)
    })

  return (page, paper) => {
    if (page.length > MOST_CHARACTERS) return Promise.reject(new PdfFailed('The page is too long for a PDF'))
    const until = performance.now() + mostMs
    const next = last.then(() => make({ page, paper }, until))
    last = next.catch(() => undefined)
    return next
  }
}
