import italics from 'pdfmake/build/fonts/Roboto/Roboto-Italic.ttf?url'
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import boldItalics from 'pdfmake/build/fonts/Roboto/Roboto-MediumItalic.ttf?url'
import normal from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import pdfmake from 'pdfmake/build/pdfmake.min.js'
import { TABLE_LAYOUTS } from '#shared/sub-plans/content/rules.ts'
import type { PdfDefinition } from '#shared/sub-plans/pages/rules.ts'
import { usualPaper } from '#web/lib/paper.ts'
import { planDefinition } from './plan-layout.ts'

// Also runs in a worker, which has no window.
const whole = (file: string): string => new URL(file, globalThis.location.href).href

/** Renders a document definition to PDF. */
export const pdfOf = (definition: PdfDefinition): Promise<Blob> => {
  pdfmake.setFonts({
    Roboto: { normal: whole(normal), bold: whole(bold), italics: whole(italics), bolditalics: whole(boldItalics) },
  })
  pdfmake.setTableLayouts(TABLE_LAYOUTS)
  return pdfmake.createPdf(definition as object as Parameters<typeof pdfmake.createPdf>[0]).getBlob()
}

/** Converts a plan's HTML document to PDF, in the usual paper size for the teacher's region. */
export const planPdf = (plan: string): Promise<Blob> =>
  pdfOf(planDefinition(new DOMParser().parseFromString(plan, 'text/html'), usualPaper()))
