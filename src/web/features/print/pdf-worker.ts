/** Generates a long PDF in a thread of its own, because it takes seconds. Receives its sections one by one, and then its description. */
import { documentOf, type sectionOf } from '#shared/sub-plans/pages/rules.ts'
import { pdfOf } from '#web/features/sub-plans/plan-pdf.ts'
import type { PrintChoices } from './print-choices.ts'

/** A message from the page: a section, or the end of the document. */
export type ToWorker =
  | { section: ReturnType<typeof sectionOf> }
  | { title: string; paper: PrintChoices['paper']; orientation: PrintChoices['orientation'] }
/** The worker's answer. */
export type FromWorker = { pdf: Blob } | { problem: string }

const sections: ReturnType<typeof sectionOf>[] = []
const answer = (message: FromWorker): void => globalThis.postMessage(message)

globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('section' in data) {
    sections.push(data.section)
    return
  }
  const { title, paper, orientation } = data
  pdfOf({ ...documentOf(title, paper, sections), pageOrientation: orientation }).then(
    (pdf) => answer({ pdf }),
    (error: unknown) => answer({ problem: String(error) }),
  )
})
