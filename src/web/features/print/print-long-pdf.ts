import { longSection } from './long-pdf-layout.ts'
import type { FromWorker, ToWorker } from './pdf-worker.ts'
import type { PrintChoices } from './print-choices.ts'

/** Lets the page respond between two sheets. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const answerOf = (worker: Worker): Promise<Blob> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) =>
      'pdf' in data ? resolve(data.pdf) : reject(new Error(data.problem)),
    )
    worker.addEventListener('error', () => reject(new Error('The PDF couldn’t be created. Check your connection and try again.')))
  })

/** Returns the drawn pages of a range of dates as a PDF. A worker generates it, so that the page stays responsive. */
export const printLongPdf = async (pages: ParentNode, title: string, { paper, orientation }: PrintChoices): Promise<Blob> => {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  const send = (message: ToWorker): void => worker.postMessage(message)
  try {
    const pdf = answerOf(worker)
    // It may fail while the pages are still being sent.
    pdf.catch(() => undefined)
    for (const part of pages.querySelectorAll<HTMLElement>('.print-part')) {
      const section = longSection(part)
      if (section) send({ section })
      await pause()
    }
    send({ title, paper, orientation })
    return await pdf
  } finally {
    worker.terminate()
  }
}
