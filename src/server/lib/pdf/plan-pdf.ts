/** Converts printable pages to PDFs, in a thread of its own and one at a time, because each takes a processor for up to seconds. */
import { makeThread } from '#server/lib/threads/one-at-a-time.ts'
import type { Paper } from '#shared/sub-plans/pages/rules.ts'
import type { PdfTask } from './plan-pdf-worker.ts'

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

const MOST_MEGABYTES = 256

const USUAL = { idleMs: IDLE_MS, mostMs: MOST_MS, mostCharacters: MOST_CHARACTERS, mostMegabytes: MOST_MEGABYTES, isLong: false }

export const makePdfThread = (limits: Partial<typeof USUAL> = {}): MakePdf => {
  const { idleMs, mostMs, mostCharacters, mostMegabytes, isLong } = { ...USUAL, ...limits }
  const perform = makeThread<PdfTask, Uint8Array<ArrayBuffer>>({
    ...{ url: import.meta.url, name: 'plan-pdf-worker', idleMs, mostMs },
    resources: { maxOldGenerationSizeMb: mostMegabytes },
  })
  return async (page, paper) => {
    if (page.length > mostCharacters) throw new PdfFailed('The page is too long for a PDF')
    return perform({ page, paper, isLong }, mostMs).catch((error: unknown) => {
      throw new PdfFailed('The PDF couldn’t be made', { cause: error })
    })
  }
}
