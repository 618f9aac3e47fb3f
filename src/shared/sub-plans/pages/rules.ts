/** Lays the sheets of a plan out on the pages of a PDF. */
import { KEEP, type PdfContent, type PdfSheet } from '#shared/sub-plans/content/rules.ts'

const MARGIN = 42
/** Content longer than a page may start within this many points of the page's top edge. */
const TOP = MARGIN + 60

export type Paper = 'A4' | 'LETTER'

/** A place on the pages, as pdfmake tells it. */
type Placed = { id?: string; startPosition: { top: number }; pageNumbers: number[]; headlineLevel?: number }
type Section = { section: PdfContent[]; header: PdfContent }

/** A document in pdfmake's format. */
export type PdfDefinition = {
  info: { title: string }
  pageSize: Paper
  pageOrientation?: 'portrait' | 'landscape'
  pageMargins: [number, number, number, number]
  defaultStyle: { font: string; fontSize: number; lineHeight: number; color: string }
  footer: (page: number, pages: number) => PdfContent
  content: Section[]
  pageBreakBefore?: (node: Placed, nodes: { getFollowingNodesOnPage: () => readonly unknown[] }) => boolean
}

/** Returns a sheet as a section of a document. It starts on a new page and has its own running header. */
export const sectionOf = ({ running, content }: PdfSheet): Section => ({
  section: content,
  header: { text: running, fontSize: 8, color: '#444444', margin: [MARGIN, 26, MARGIN, 0] },
})

/** Returns the document definition for sections. */
export const documentOf = (title: string, paper: Paper, sections: readonly Section[]): PdfDefinition => ({
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

/** Returns the document definition of a plan. */
export const definitionOf = (title: string, sheets: readonly PdfSheet[], paper: Paper): PdfDefinition => ({
  ...documentOf(title, paper, sheets.map(sectionOf)),
  pageBreakBefore: ({ id, startPosition, pageNumbers, headlineLevel }, nodes) => {
    if (id === KEEP) return pageNumbers.length > 1 && startPosition.top > TOP
    return headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0 && startPosition.top > TOP
  },
})
