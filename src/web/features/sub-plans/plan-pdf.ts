import italics from 'pdfmake/build/fonts/Roboto/Roboto-Italic.ttf?url'
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import boldItalics from 'pdfmake/build/fonts/Roboto/Roboto-MediumItalic.ttf?url'
import normal from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import pdfmake from 'pdfmake/build/pdfmake.min.js'
import { planDefinition } from './plan-layout.ts'

const whole = (file: string): string => new URL(file, window.location.href).href

/** The plan's document as a PDF. Letter where it is used, A4 in the rest of the world. */
export const planPdf = (plan: string): Promise<Blob> => {
  pdfmake.setFonts({
    Roboto: { normal: whole(normal), bold: whole(bold), italics: whole(italics), bolditalics: whole(boldItalics) },
  })
  const parsed = new DOMParser().parseFromString(plan, 'text/html')
  const usesLetter = /-(?:US|CA|MX|PH)$/.test(navigator.language)
  return pdfmake.createPdf(planDefinition(parsed, usesLetter ? 'LETTER' : 'A4')).getBlob()
}
