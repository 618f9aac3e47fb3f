import type pdfmake from 'pdfmake/build/pdfmake.min.js'
import type { Paper } from '#web/lib/paper.ts'
import { KEEP, type Plan, sheetsOf } from './plan-content.ts'

type Definition = Parameters<typeof pdfmake.createPdf>[0]

const MARGIN = 42
/** Content longer than a page may start within this many points of the page's top edge. */
const TOP = MARGIN + 60

type Sheet = ReturnType<typeof sheetsOf>[number]

/** Returns a sheet as a section of a document. It starts on a new page and has its own running header. */
export const sectionOf = ({ running, content }: Sheet) => ({
  section: content,
  header: { text: running, fontSize: 8, color: '#444444', margin: [MARGIN, 26, MARGIN, 0] as [number, number, number, number] },
})

/** Returns the pdfmake document definition for sections. */
export const documentOf = (title: string, paper: Paper, sections: readonly ReturnType<typeof sectionOf>[]): Definition => ({
  info: { title },
  pageSize: paper,
  pageMargins: [MARGIN, MARGIN + 8, MARGIN, MARGIN],
  defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.2, color: '#111111' },
  footer: (page, pages) => ({
    columns: [{ text: 'Printed from Firstbell' }, { text: `page ${page} of ${pages}`, alignment: 'right' }],
    fontSize: 8,
    color: '#555555',
    margin: [MARGIN, 12, MARGIN, 0],
  }),
  content: [...sections],
})

/** Returns the pdfmake document definition of a plan. */
export const planDefinition = (plan: Plan, paper: Paper): Definition => ({
  ...documentOf(plan.title, paper, sheetsOf(plan).map(sectionOf)),
  pageBreakBefore: ({ id, startPosition, pageNumbers, headlineLevel }, nodes) => {
    if (id === KEEP) return pageNumbers.length > 1 && startPosition.top > TOP
    return headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0 && startPosition.top > TOP
  },
})
