import type { Content } from 'pdfmake'
import italics from 'pdfmake/build/fonts/Roboto/Roboto-Italic.ttf?url'
import bold from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import boldItalics from 'pdfmake/build/fonts/Roboto/Roboto-MediumItalic.ttf?url'
import normal from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import pdfmake from 'pdfmake/build/pdfmake.min.js'
import { KEEP, sheetsOf } from './plan-content.ts'

type Definition = Parameters<typeof pdfmake.createPdf>[0]

const MARGIN = 42
/** Within so many points from the top of a page, what is longer than a page may begin. */
const TOP = MARGIN + 60
const SHEET = 'sheet '

const whole = (file: string): string => new URL(file, window.location.href).href

/** The plan as pdfmake reads it. `paper`: 'A4' or 'LETTER'. */
export const planDefinition = (plan: Document, paper: 'A4' | 'LETTER'): Definition => {
  const sheets = sheetsOf(plan)
  /** Which sheet begins on which page, known once all is laid out. */
  const begins = new Map<number, number>()
  const runningOn = (page: number): string => {
    const at = [...begins].filter(([, first]) => first <= page).reduce((latest, [sheet]) => Math.max(latest, sheet), 0)
    return sheets[at]?.running ?? ''
  }
  return {
    info: { title: plan.title },
    pageSize: paper,
    pageMargins: [MARGIN, MARGIN + 8, MARGIN, MARGIN],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.2, color: '#111111' },
    header: (page) => ({ text: runningOn(page), fontSize: 8, color: '#444444', margin: [MARGIN, 26, MARGIN, 0] }),
    footer: (page, pages) => ({
      columns: [{ text: 'Printed from Firstbell' }, { text: `page ${page} of ${pages}`, alignment: 'right' }],
      fontSize: 8,
      color: '#555555',
      margin: [MARGIN, 12, MARGIN, 0],
    }),
    pageBreakBefore: ({ id, startPosition, pageNumbers, headlineLevel }, nodes) => {
      if (id?.startsWith(SHEET)) begins.set(Number(id.slice(SHEET.length)), startPosition.pageNumber)
      if (id === KEEP) return pageNumbers.length > 1 && startPosition.top > TOP
      return headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0 && startPosition.top > TOP
    },
    content: sheets.flatMap(({ content }, index): Content[] => [
      // Something must stand there for the page to be told of it.
      { id: `${SHEET}${index}`, text: ' ', fontSize: 1, ...(index > 0 && { pageBreak: 'before' as const }) },
      ...content,
    ]),
  }
}

/** The plan's document as a PDF. Letter where it is used, A4 in the rest of the world. */
export const planPdf = (plan: string): Promise<Blob> => {
  pdfmake.setFonts({
    Roboto: { normal: whole(normal), bold: whole(bold), italics: whole(italics), bolditalics: whole(boldItalics) },
  })
  const parsed = new DOMParser().parseFromString(plan, 'text/html')
  const usesLetter = /-(?:US|CA|MX|PH)$/.test(navigator.language)
  return pdfmake.createPdf(planDefinition(parsed, usesLetter ? 'LETTER' : 'A4')).getBlob()
}
