/** Lays the sheets of a plan out on the pages of a PDF. */
import { KEEP, type PdfContent, type PdfSheet } from '#shared/sub-plans/content/rules.ts'

const MARGIN = 42
/** Content longer than a page may start within this many points of the page's top edge. */
const TOP = MARGIN + 60

export type Paper = 'A4' | 'LETTER'

/** Time zones in which paper is Letter. */
const LETTER_ZONES = /^(?:America|US)\/|^Pacific\/Honolulu/

/** Returns the paper that is usual in a time zone. */
export const paperIn = (timezone: string): Paper => (LETTER_ZONES.test(timezone) ? 'LETTER' : 'A4')

/** A place on the pages, as pdfmake tells it. */
type Placed = { id?: string; startPosition: { top: number }; pageNumbers: number[]; headlineLevel?: number }
type Section = { section: PdfContent[]; header: PdfContent }

/** A document in pdfmake's format. */
export type PdfDefinition = {
  info: { title: string }
  language: string
  /** Whether a reader's window shows the title instead of the file's name. */
  displayTitle: boolean
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
  // Screen readers choose their voice by it. Teachers may write in other languages, but our headings are English.
  language: 'en-US',
  displayTitle: true,
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

/** Content of up to this many characters isn't split across pages. Longer content might not fit on one page. */
const UNBROKEN_LENGTH = 800

const textLength = (content: unknown): number => {
  if (typeof content === 'string') return content.length
  if (typeof content !== 'object' || content === null) return 0
  return Object.entries(content).reduce(
    (sum, [key, value]) => sum + (key === 'text' || typeof value === 'object' ? textLength(value) : 0),
    0,
  )
}

/**
 * Keeps short content together without measuring it. Measuring lays the whole document out again for each page break, which takes minutes
 * for a school year.
 */
export const keepTogether = (content: unknown): void => {
  if (typeof content !== 'object' || content === null) return
  if ('id' in content && content.id === KEEP) {
    delete content.id
    Object.assign(content, { unbreakable: textLength(content) < UNBROKEN_LENGTH })
  }
  for (const value of Object.values(content)) keepTogether(value)
}

/** Returns the document definition of a school year's sheets. */
export const longDefinitionOf = (title: string, sheets: readonly PdfSheet[], paper: Paper): PdfDefinition => {
  keepTogether(sheets)
  return documentOf(title, paper, sheets.map(sectionOf))
}
