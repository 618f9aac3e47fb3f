import { pdfOf } from '#web/features/sub-plans/plan-pdf.ts'
import type { PrintChoices } from './print-choices.ts'
import { fittedPdf } from './print-pdf-layout.ts'

/** Returns the printed pages as a PDF. */
export const printPdf = (pages: ParentNode, title: string, choices: PrintChoices): Promise<Blob> =>
  fittedPdf((definition) => pdfOf(definition), pages, title, choices)
