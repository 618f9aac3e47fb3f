/**
 * Converts a plan's document to pdfmake content. The PDF is generated from the same markup as the printed page, so that the two always
 * match. Tags and the few classes in the print styles determine the layout.
 */
import { classesOf, elementsIn, findAll, hasClass, isElement, type MarkupElement, textOf } from '#shared/markup-tree.ts'

/** Content in pdfmake's format, without its types, which bring in the browser's and Node's. */
export type PdfContent = { readonly [name: string]: unknown }
type PdfTableLayout = Partial<
  Record<'hLineWidth' | 'vLineWidth' | 'paddingLeft' | 'paddingRight' | 'paddingTop' | 'paddingBottom', (place: number) => number> &
    Record<'hLineColor' | 'vLineColor', (place: number) => string>
>

/** The ID of content that must fit on one page. The layout (shared/sub-plans/pages) inserts the page breaks. */
export const KEEP = 'keep'

/** In a week column, a lesson of up to this many characters isn't split across pages. A longer lesson might not fit on one page. */
const UNBROKEN_LENGTH = 800
const TIME_WIDTH = 112
/** In points, with the white border. */
const QR_SIZE = 92
/** The most columns or rows that browsers let a cell span. */
const MOST_SPANNED = 1000
const HEADING_SIZES: Record<string, number> = { H1: 20, H2: 12, H3: 10.5, H4: 10 }
const INLINE: Record<string, PdfContent> = {
  STRONG: { bold: true },
  B: { bold: true },
  MARK: { bold: true, decoration: 'underline' },
  EM: { italics: true },
  I: { italics: true },
  U: { decoration: 'underline' },
  S: { decoration: 'lineThrough' },
  STRIKE: { decoration: 'lineThrough' },
  DEL: { decoration: 'lineThrough' },
  SUB: { sub: true },
  SUP: { sup: true },
}
const BLOCKS = new Set('ADDRESS ASIDE BLOCKQUOTE DIV DL FIGURE H1 H2 H3 H4 HEADER HR LI OL P PRE SECTION TABLE UL'.split(' '))

const hasBlocks = (element: MarkupElement): boolean => elementsIn(element).some((child) => BLOCKS.has(child.tag) || hasBlocks(child))

/** Returns inline text, each piece with its complete style, because pdfmake doesn't inherit styles inside a paragraph. */
const inlineContent = (node: MarkupElement | string, isKept = false, style: PdfContent = {}): PdfContent[] => {
  if (!isElement(node)) {
    // The font only has glyphs for ¼, ½, and ¾.
    const text = node.replace(/[⅐-⅞]/g, (fraction) => fraction.normalize('NFKD'))
    return text === '' ? [] : [{ ...style, text: isKept ? text : text.replace(/\s+/g, ' ') }]
  }
  const { tag, attributes, children } = node
  if (tag === 'BR') return [{ text: '\n' }]
  const isBold = hasClass(node, 'marked') || tag === 'DD'
  const isHighlighted = /background/.test(attributes['style'] ?? '')
  const own = { ...style, ...INLINE[tag], ...(isBold && { bold: true }), ...(isHighlighted && { decoration: 'underline' }) }
  const inside = children.flatMap((child) => inlineContent(child, isKept, own))
  if (tag === 'A' && attributes['href']?.startsWith('http')) inside.push({ ...own, text: ` (${attributes['href']})` })
  // Place a term and its definition side by side.
  return tag === 'DT' || tag === 'DD' ? [...inside, { text: '  ' }] : inside
}

/** Returns a frame around content. It breaks across pages only if it's longer than a page. */
const boxed = (content: PdfContent[], isUrgent: boolean): PdfContent => ({
  id: KEEP,
  // An extra line serves as the bottom padding, because pdfmake's own padding could end up alone on the next page.
  table: { widths: ['*'], body: [[{ stack: [...content, { text: ' ', fontSize: 4, lineHeight: 1 }], margin: [6, 4, 6, 0] }]] },
  layout: isUrgent ? 'urgent' : 'box',
  margin: [0, 9, 0, 0],
})

/** Returns a line across the page, `height` points below the preceding content. */
const ruleLine = (height: number, layout: 'thin' | 'writing'): PdfContent => ({
  table: { widths: ['*'], heights: [height], body: [[{ text: '', fontSize: 1, lineHeight: 1 }]] },
  layout,
})

const frame = (width: number, color: string): PdfTableLayout => ({
  hLineWidth: () => width,
  vLineWidth: () => width,
  hLineColor: () => color,
  vLineColor: () => color,
  paddingBottom: () => 0,
})

const rule = (color: string): PdfTableLayout => ({
  hLineWidth: (row) => (row === 1 ? 0.7 : 0),
  vLineWidth: () => 0,
  hLineColor: () => color,
  paddingTop: () => 0,
  paddingBottom: () => 0,
})

/** Returns the layout of a plain table: a line under each row, and a stronger one under the header. */
const rows = (hasHead: boolean): PdfTableLayout => {
  const isUnderHead = (row: number) => hasHead && row === 1
  return {
    hLineWidth: (row) => (row === 0 ? 0 : isUnderHead(row) ? 1.2 : 0.6),
    vLineWidth: () => 0,
    hLineColor: (row) => (isUnderHead(row) ? '#111111' : '#bbbbbb'),
    paddingLeft: (column) => (column === 0 ? 0 : 8),
    paddingRight: () => 8,
  }
}

/** The layouts of tables by name. Content names its layout, so that it is plain data and can be sent to another thread. */
export const TABLE_LAYOUTS = {
  box: frame(0.7, '#777777'),
  urgent: frame(1.6, '#111111'),
  thin: rule('#bbbbbb'),
  writing: rule('#777777'),
  rows: rows(false),
  'rows-with-head': rows(true),
} satisfies Record<string, PdfTableLayout>

const cellOf = (cell: MarkupElement): PdfContent => {
  if (!hasClass(cell, 'check')) return { stack: blocksIn(cell), bold: cell.tag === 'TH' }
  const text = textOf(cell)
  return text ? { text, bold: true } : { canvas: [{ type: 'rect', x: 2, y: 1, w: 9, h: 9, lineWidth: 1, lineColor: '#111111' }] }
}

const cellsIn = (row: MarkupElement): MarkupElement[] => elementsIn(row).filter(({ tag }) => tag === 'TD' || tag === 'TH')

/** Returns a table's rows, those of its head first. */
const rowsIn = (table: MarkupElement): MarkupElement[] => {
  const parts = elementsIn(table)
  const rowsOf = (part: MarkupElement) => elementsIn(part).filter(({ tag }) => tag === 'TR')
  const heads = parts.filter(({ tag }) => tag === 'THEAD')
  const others = parts.filter(({ tag }) => tag === 'TR' || tag === 'TBODY')
  return [...heads.flatMap(rowsOf), ...others.flatMap((part) => (part.tag === 'TR' ? [part] : rowsOf(part)))]
}

const spanOf = ({ attributes }: MarkupElement, name: 'colspan' | 'rowspan', fewest: number): number => {
  const span = Number.parseInt(attributes[name] ?? '1', 10)
  return span >= fewest && span <= MOST_SPANNED ? span : 1
}

/** Returns the cells by row and column, with an empty cell wherever another cell spans, because pdfmake needs all of them. */
const gridOf = (rows: MarkupElement[]): PdfContent[][] => {
  const grid: PdfContent[][] = rows.map(() => [])
  for (const [at, row] of rows.entries())
    for (const cell of cellsIn(row)) {
      let column = 0
      while (grid[at]?.[column]) column++
      const colSpan = spanOf(cell, 'colspan', 1)
      // A rowspan of 0 means all remaining rows.
      const below = grid.slice(at, at + (spanOf(cell, 'rowspan', 0) || rows.length))
      for (const line of below) for (let across = 0; across < colSpan; across++) line[column + across] ??= { text: '' }
      below[0]?.splice(column, 1, { ...cellOf(cell), colSpan, rowSpan: below.length })
    }
  const columns = Math.max(...grid.map((row) => row.length), 1)
  return grid.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? { text: '' }))
}

const tableContent = (element: MarkupElement): PdfContent => {
  const lines = rowsIn(element)
  const body = gridOf(lines)
  const isPlain = hasClass(element, 'rows')
  const hasHead = (isPlain || hasClass(element, 'week-table')) && elementsIn(element).some(({ tag }) => tag === 'THEAD')
  const first = lines[0] ? cellsIn(lines[0]) : []
  const widths = Array.from({ length: body[0]?.length ?? 1 }, (_, column) => {
    const cell = first[column]
    return cell && hasClass(cell, 'time') ? TIME_WIDTH : cell && hasClass(cell, 'check') ? 46 : '*'
  })
  return {
    table: { widths, body, headerRows: hasHead ? 1 : 0, dontBreakRows: isPlain },
    layout: isPlain ? (hasHead ? 'rows-with-head' : 'rows') : undefined,
    margin: [0, 3, 0, 3],
  }
}

/** Returns a list item. A checklist item gets a drawn box, checked or unchecked, because the font lacks the character. */
const itemContent = (item: MarkupElement): PdfContent => {
  const box = /[☐☑]/.exec(item.attributes['style'] ?? '')?.[0]
  const stack = blocksIn(item)
  if (!box) return { stack }
  const line = { lineWidth: 0.8, lineColor: '#111111' }
  const frame = { type: 'rect', x: 0, y: 2, w: 7, h: 7, ...line }
  const ends = [
    { x: 1.5, y: 5.5 },
    { x: 3, y: 7.5 },
    { x: 6, y: 3 },
  ]
  const canvas = box === '☑' ? [frame, { type: 'polyline', points: ends, ...line }] : [frame]
  return {
    listType: 'none',
    columns: [
      { canvas, width: 11 },
      { stack, width: '*' },
    ],
  }
}

const lessonContent = (element: MarkupElement): PdfContent => {
  const [time, text] = elementsIn(element)
  return {
    id: KEEP,
    columns: [
      { text: time ? textOf(time) : '', width: TIME_WIDTH, bold: true },
      { stack: text ? blocksIn(text) : [], width: '*' },
    ],
    margin: [0, 6, 0, 6],
  }
}

/** Returns the address of the substitute's page beside its QR code, which pdfmake draws from the address. */
const linkContent = (element: MarkupElement): PdfContent => {
  const [address] = findAll(element, ({ tag }) => tag === 'STRONG')
  return {
    columns: [
      { qr: address ? textOf(address) : '', fit: QR_SIZE, eccLevel: 'M', width: QR_SIZE },
      { stack: findAll(element, ({ tag }) => tag === 'P').flatMap((text) => blockContent(text, false)), width: '*', margin: [0, 24, 0, 0] },
    ],
    columnGap: 12,
    margin: [0, 8, 0, 0],
  }
}

const listContent = (element: MarkupElement): PdfContent => {
  const items = elementsIn(element).map(itemContent)
  return element.tag === 'UL'
    ? { ul: items, margin: [4, 1, 0, 3] }
    : { ol: items, margin: [4, 1, 0, 3], start: Number(element.attributes['start'] ?? 1) }
}

const headingContent = (element: MarkupElement, size: number, beginsBox: boolean): PdfContent => {
  const isDay = hasClass(element, 'day')
  return {
    text: inlineContent(element),
    bold: true,
    fontSize: isDay ? 15 : size,
    headlineLevel: 1,
    margin: [0, isDay || element.tag === 'H3' || beginsBox ? 0 : 8, 0, 3],
  }
}

/** `beginsBox` is true for the first element of a box. */
const blockContent = (element: MarkupElement, beginsBox: boolean): PdfContent[] => {
  const { tag } = element
  const classes = new Set(classesOf(element))
  if (classes.has('lesson')) return [lessonContent(element), ruleLine(0, 'thin')]
  if (classes.has('begin')) return [{ id: KEEP, stack: blocksIn(element), margin: [0, 8, 0, 0] }]
  // A lesson in a week column.
  if (classes.has('entry'))
    return [{ stack: blocksIn(element), margin: [0, 1, 0, 1], unbreakable: textOf(element).length < UNBROKEN_LENGTH }, ruleLine(0, 'thin')]
  if (classes.has('box')) return [boxed(blocksIn(element), classes.has('urgent'))]
  if (classes.has('link')) return [linkContent(element)]
  if (classes.has('line')) return [ruleLine(24, 'writing')]
  const size = HEADING_SIZES[tag]
  if (size) return [headingContent(element, size, beginsBox)]
  if (tag === 'UL' || tag === 'OL') return [listContent(element)]
  // pdfmake throws if a table has no rows.
  if (tag === 'TABLE') return rowsIn(element).length > 0 ? [tableContent(element)] : []
  if (tag === 'HR') return [{ canvas: [{ type: 'line', x1: 0, y1: 3, x2: 300, y2: 3, lineWidth: 0.5 }] }]
  if (hasBlocks(element)) {
    const stack = blocksIn(element)
    return [tag === 'BLOCKQUOTE' ? { stack, margin: [10, 0, 0, 0] } : { stack }]
  }
  const isKept = tag === 'PRE' || classes.has('plain')
  return [
    {
      text: inlineContent(element, isKept),
      italics: classes.has('none'),
      margin: [tag === 'BLOCKQUOTE' ? 10 : 0, 1, 0, 3],
      preserveLeadingSpaces: isKept,
    },
  ]
}

/** Returns an element's content. Blocks become blocks, and text between blocks becomes paragraphs. */
const blocksIn = (element: MarkupElement): PdfContent[] => {
  const content: PdfContent[] = []
  const [first] = elementsIn(element)
  const isBox = hasClass(element, 'box')
  let running: PdfContent[] = []
  const flush = () => {
    if (running.length > 0) content.push({ text: running })
    running = []
  }
  for (const node of element.children) {
    if (isElement(node) && (BLOCKS.has(node.tag) || hasBlocks(node))) {
      flush()
      content.push(...blockContent(node, isBox && node === first))
    } else if (textOf(node).trim() !== '' || (isElement(node) && node.tag === 'BR')) running.push(...inlineContent(node))
  }
  flush()
  return content
}

/** A sheet of a page, with its running header and its content. */
export type PdfSheet = { running: string; content: PdfContent[] }

/** Returns a sheet's running header, and its content. */
export const sheetOf = (sheet: MarkupElement): PdfSheet => {
  const [running] = findAll(sheet, (element) => hasClass(element, 'running'))
  const [place] = rowsIn({ ...sheet, children: elementsIn(sheet).filter(({ tag }) => tag === 'TBODY') }).flatMap(cellsIn)
  return { running: running ? textOf(running) : '', content: place ? blocksIn(place) : [] }
}
