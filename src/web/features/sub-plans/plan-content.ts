/**
 * Converts a plan's document to pdfmake content. The PDF is generated from the same markup as the printed page, so that the two always
 * match. Tags and the few classes in the print styles determine the layout.
 */
import type { Content, CustomTableLayout } from 'pdfmake'

type ContentTable = Extract<Content, { table: unknown }> & { id: string }
type ContentText = Extract<Content, { text: unknown }>
type Drawing = Extract<Content, { canvas: unknown }>['canvas']

/** The ID of content that must fit on one page. plan-layout.ts inserts the page breaks. */
export const KEEP = 'keep'

/** In a week column, a lesson of up to this many characters isn't split across pages. A longer lesson might not fit on one page. */
const UNBROKEN_LENGTH = 800
const TIME_WIDTH = 112
/** In points, with the white border. */
const QR_SIZE = 92
const HEADING_SIZES: Record<string, number> = { H1: 20, H2: 12, H3: 10.5, H4: 10 }
const INLINE: Record<string, Partial<ContentText>> = {
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

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1
const hasBlocks = (element: Element): boolean => [...element.children].some((child) => BLOCKS.has(child.tagName) || hasBlocks(child))

/** Returns inline text, each piece with its complete style, because pdfmake doesn't inherit styles inside a paragraph. */
const inlineContent = (node: Node, isKept = false, style: Partial<ContentText> = {}): Content[] => {
  if (!isElement(node)) {
    // The font only has glyphs for ¼, ½, and ¾.
    const text = (node.textContent ?? '').replace(/[⅐-⅞]/g, (fraction) => fraction.normalize('NFKD'))
    return text === '' ? [] : [{ ...style, text: isKept ? text : text.replace(/\s+/g, ' ') }]
  }
  if (node.tagName === 'BR') return [{ text: '\n' }]
  const isBold = node.className === 'marked' || node.tagName === 'DD'
  const isHighlighted = /background/.test(node.getAttribute('style') ?? '')
  const own = {
    ...style,
    ...INLINE[node.tagName],
    ...(isBold && { bold: true }),
    ...(isHighlighted && { decoration: 'underline' as const }),
  }
  const inside = [...node.childNodes].flatMap((child) => inlineContent(child, isKept, own))
  if (node.tagName === 'A' && node.getAttribute('href')?.startsWith('http'))
    inside.push({ ...own, text: ` (${node.getAttribute('href')})` })
  // Place a term and its definition side by side.
  return node.tagName === 'DT' || node.tagName === 'DD' ? [...inside, { text: '  ' }] : inside
}

/** Returns a frame around content. It breaks across pages only if it's longer than a page. */
const boxed = (content: Content[], isUrgent: boolean): ContentTable => ({
  id: KEEP,
  // An extra line serves as the bottom padding, because pdfmake's own padding could end up alone on the next page.
  table: { widths: ['*'], body: [[{ stack: [...content, { text: ' ', fontSize: 4, lineHeight: 1 }], margin: [6, 4, 6, 0] }]] },
  layout: isUrgent ? 'urgent' : 'box',
  margin: [0, 9, 0, 0],
})

/** Returns a line across the page, `height` points below the preceding content. */
const ruleLine = (height: number, layout: 'thin' | 'writing'): Content => ({
  table: { widths: ['*'], heights: [height], body: [[{ text: '', fontSize: 1, lineHeight: 1 }]] },
  layout,
})

const frame = (width: number, color: string): CustomTableLayout => ({
  hLineWidth: () => width,
  vLineWidth: () => width,
  hLineColor: () => color,
  vLineColor: () => color,
  paddingBottom: () => 0,
})

const rule = (color: string): CustomTableLayout => ({
  hLineWidth: (row) => (row === 1 ? 0.7 : 0),
  vLineWidth: () => 0,
  hLineColor: () => color,
  paddingTop: () => 0,
  paddingBottom: () => 0,
})

/** Returns the layout of a plain table: a line under each row, and a stronger one under the header. */
const rows = (hasHead: boolean): CustomTableLayout => {
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
} satisfies Record<string, CustomTableLayout>

const cellOf = (cell: HTMLElement): Exclude<Content, string | unknown[]> =>
  cell.className === 'check'
    ? cell.textContent
      ? { text: cell.textContent, bold: true }
      : { canvas: [{ type: 'rect', x: 2, y: 1, w: 9, h: 9, lineWidth: 1, lineColor: '#111111' }] }
    : { stack: blocksIn(cell), bold: cell.tagName === 'TH' }

/** Returns the cells by row and column, with an empty cell wherever another cell spans, because pdfmake needs all of them. */
const gridOf = (rows: HTMLTableRowElement[]): Content[][] => {
  const grid: Content[][] = rows.map(() => [])
  for (const [at, { cells }] of rows.entries())
    for (const cell of cells) {
      let column = 0
      while (grid[at]?.[column]) column++
      // A rowSpan of 0 means all remaining rows.
      const below = grid.slice(at, at + (cell.rowSpan || rows.length))
      for (const row of below) for (let across = 0; across < cell.colSpan; across++) row[column + across] ??= { text: '' }
      below[0]?.splice(column, 1, Object.assign(cellOf(cell), { colSpan: cell.colSpan, rowSpan: below.length }))
    }
  const columns = Math.max(...grid.map((row) => row.length), 1)
  return grid.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? { text: '' }))
}

const tableContent = (element: HTMLTableElement): Content => {
  const lines = [...element.rows]
  const body = gridOf(lines)
  const isPlain = element.className === 'rows'
  const isWeek = element.className === 'week-table'
  const hasHead = (isPlain || isWeek) && element.tHead !== null
  const first = lines[0]
  const widths = Array.from({ length: body[0]?.length ?? 1 }, (_, column) => {
    const name = first?.cells[column]?.className
    return name === 'time' ? TIME_WIDTH : name === 'check' ? 46 : '*'
  })
  return {
    table: { widths, body, headerRows: hasHead ? 1 : 0, dontBreakRows: isPlain },
    layout: isPlain ? (hasHead ? 'rows-with-head' : 'rows') : undefined,
    margin: [0, 3, 0, 3],
  } as Content
}

/** Returns a list item. A checklist item gets a drawn box, checked or unchecked, because the font lacks the character. */
const itemContent = (item: HTMLElement): Content => {
  const box = /[☐☑]/.exec(item.getAttribute('style') ?? '')?.[0]
  const stack = blocksIn(item)
  if (!box) return { stack }
  const line = { lineWidth: 0.8, lineColor: '#111111' }
  const canvas: Drawing = [{ type: 'rect', x: 0, y: 2, w: 7, h: 7, ...line }]
  const ends = [
    { x: 1.5, y: 5.5 },
    { x: 3, y: 7.5 },
    { x: 6, y: 3 },
  ]
  if (box === '☑') canvas.push({ type: 'polyline', points: ends, ...line })
  return {
    listType: 'none',
    columns: [
      { canvas, width: 11 },
      { stack, width: '*' },
    ],
  } as Content
}

const lessonContent = (element: HTMLElement): Content => {
  const [time, text] = element.children as unknown as HTMLElement[]
  return {
    id: KEEP,
    columns: [
      { text: time?.textContent ?? '', width: TIME_WIDTH, bold: true },
      { stack: text ? blocksIn(text) : [], width: '*' },
    ],
    margin: [0, 6, 0, 6],
  } as Content
}

/** Returns the address of the substitute's page beside its QR code, which pdfmake draws from the address. */
const linkContent = (element: HTMLElement): Content => ({
  columns: [
    { qr: element.querySelector('strong')?.textContent ?? '', fit: QR_SIZE, eccLevel: 'M', width: QR_SIZE },
    { stack: [...element.querySelectorAll('p')].flatMap(blockContent), width: '*', margin: [0, 24, 0, 0] },
  ],
  columnGap: 12,
  margin: [0, 8, 0, 0],
})

const blockContent = (element: HTMLElement): Content[] => {
  const { tagName, classList } = element
  if (classList.contains('lesson')) return [lessonContent(element), ruleLine(0, 'thin')]
  if (classList.contains('begin')) return [{ id: KEEP, stack: blocksIn(element), margin: [0, 8, 0, 0] } as Content]
  // A lesson in a week column.
  if (classList.contains('entry'))
    return [
      { stack: blocksIn(element), margin: [0, 1, 0, 1], unbreakable: (element.textContent?.length ?? 0) < UNBROKEN_LENGTH },
      ruleLine(0, 'thin'),
    ]
  if (classList.contains('box')) return [boxed(blocksIn(element), classList.contains('urgent'))]
  if (classList.contains('link')) return [linkContent(element)]
  if (classList.contains('line')) return [ruleLine(24, 'writing')]
  const size = HEADING_SIZES[tagName]
  if (size) {
    const isDay = classList.contains('day')
    const beginsBox = element.parentElement?.classList.contains('box') && element.previousElementSibling === null
    return [
      {
        text: inlineContent(element),
        bold: true,
        fontSize: isDay ? 15 : size,
        headlineLevel: 1,
        margin: [0, isDay || tagName === 'H3' || beginsBox ? 0 : 8, 0, 3],
      },
    ]
  }
  if (tagName === 'UL' || tagName === 'OL') {
    const items = [...element.children].map((item) => itemContent(item as HTMLElement))
    return [
      tagName === 'UL'
        ? { ul: items, margin: [4, 1, 0, 3] }
        : { ol: items, margin: [4, 1, 0, 3], start: Number(element.getAttribute('start') ?? 1) },
    ]
  }
  // pdfmake throws if a table has no rows.
  if (tagName === 'TABLE') return element.querySelector('tr') ? [tableContent(element as HTMLTableElement)] : []
  if (tagName === 'HR') return [{ canvas: [{ type: 'line', x1: 0, y1: 3, x2: 300, y2: 3, lineWidth: 0.5 }] }]
  if (hasBlocks(element)) {
    const inside = blocksIn(element)
    return [tagName === 'BLOCKQUOTE' ? { stack: inside, margin: [10, 0, 0, 0] } : { stack: inside }]
  }
  const isKept = tagName === 'PRE' || classList.contains('plain')
  const text = inlineContent(element, isKept)
  return [
    {
      text,
      italics: classList.contains('none'),
      margin: [tagName === 'BLOCKQUOTE' ? 10 : 0, 1, 0, 3],
      preserveLeadingSpaces: isKept,
    } as Content,
  ]
}

/** Returns an element's content. Blocks become blocks, and text between blocks becomes paragraphs. */
const blocksIn = (element: HTMLElement): Content[] => {
  const content: Content[] = []
  let running: Content[] = []
  const flush = () => {
    if (running.length > 0) content.push({ text: running })
    running = []
  }
  for (const node of element.childNodes) {
    if (isElement(node) && (BLOCKS.has(node.tagName) || hasBlocks(node))) {
      flush()
      content.push(...blockContent(node))
    } else if ((node.textContent ?? '').trim() !== '' || (isElement(node) && node.tagName === 'BR')) running.push(...inlineContent(node))
  }
  flush()
  return content
}

/** A document with a title and sheets, or a part of a page that is rendered like one. */
export type Plan = Pick<Document, 'title' | 'querySelectorAll'>

/** Returns the sheets of a plan, each with its running header and its content. */
export const sheetsOf = (plan: Plan): { running: string; content: Content[] }[] =>
  [...plan.querySelectorAll<HTMLElement>('.sheet')].map((sheet) => {
    const place = sheet.querySelector<HTMLElement>(':scope > tbody > tr > td')
    return { running: sheet.querySelector('.running')?.textContent ?? '', content: place ? blocksIn(place) : [] }
  })
