/** Converts lesson HTML to the content of a Word document. Fonts, sizes and colors are left to the document's styles. */
import {
  AlignmentType,
  ExternalHyperlink,
  LevelFormat,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { treeOf } from '#server/lib/html/tree-of.ts'
import { elementsIn, isElement, type MarkupElement, textOf } from '#shared/markup-tree.ts'

type RunStyle = {
  bold?: true
  italics?: true
  underline?: object
  strike?: true
  subScript?: true
  superScript?: true
  highlight?: 'yellow'
  style?: 'Hyperlink'
}
/** The lists that paragraphs are in: how deep, and which numbers they continue. */
type Place = { level: number; list?: { reference: string; instance: number } | undefined; isQuoted?: boolean; isFirst?: boolean }
type Content = (Paragraph | Table)[]

const BLOCKS = new Set('BLOCKQUOTE DIV H1 H2 H3 H4 HR LI OL P PRE TABLE UL'.split(' '))
const INLINE: Record<string, RunStyle> = {
  STRONG: { bold: true },
  B: { bold: true },
  EM: { italics: true },
  I: { italics: true },
  U: { underline: {} },
  S: { strike: true },
  STRIKE: { strike: true },
  DEL: { strike: true },
  SUB: { subScript: true },
  SUP: { superScript: true },
  MARK: { highlight: 'yellow' },
}
const ALIGNMENTS: Record<string, (typeof AlignmentType)[keyof typeof AlignmentType]> = {
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justify: AlignmentType.JUSTIFIED,
}
/** Word's deepest list level, counted from 0. */
const DEEPEST = 8
/** Word can't open links that are longer. */
const MOST_ADDRESS = 2000
/** The most columns or rows that a cell spans. */
const MOST_SPANNED = 30
const INDENT = 360

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't contain them.
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu
/** Returns text without the characters with which Word couldn't open the document. */
export const writable = (text: string): string => text.replace(UNWRITABLE, '')

const run = (text: string, style: RunStyle): TextRun => new TextRun({ text: writable(text), ...style })

const lineBreak = (): TextRun => new TextRun({ break: 1 })

/** Returns an address that Word accepts, or undefined. */
const addressOf = (href: string | undefined): string | undefined => {
  if (href === undefined || href.length > MOST_ADDRESS || !URL.canParse(href)) return undefined
  const address = new URL(href).href
  return address.length > MOST_ADDRESS ? undefined : address
}

const inlineOf = (node: MarkupElement | string, style: RunStyle): ParagraphChild[] => {
  if (!isElement(node)) return node === '' ? [] : [run(node.replace(/\s+/g, ' '), style)]
  const { tag, attributes, children } = node
  if (tag === 'BR') return [lineBreak()]
  const isMarked = /background/.test(attributes['style'] ?? '')
  const own: RunStyle = { ...style, ...INLINE[tag], ...(isMarked && { highlight: 'yellow' }) }
  const link = tag === 'A' && style.style === undefined ? addressOf(attributes['href']) : undefined
  const inside = children.flatMap((child) => inlineOf(child, link ? { ...own, style: 'Hyperlink' } : own))
  return link && inside.length > 0 ? [new ExternalHyperlink({ link, children: inside })] : inside
}

const hasBlocks = (element: MarkupElement): boolean => elementsIn(element).some(({ tag }) => BLOCKS.has(tag))

const spanOf = ({ attributes }: MarkupElement, name: 'colspan' | 'rowspan'): number =>
  Math.min(Math.max(Number.parseInt(attributes[name] ?? '1', 10) || 1, 1), MOST_SPANNED)

const rowsIn = (element: MarkupElement): MarkupElement[] =>
  elementsIn(element).flatMap((child) => (child.tag === 'TR' ? [child] : ['THEAD', 'TBODY'].includes(child.tag) ? rowsIn(child) : []))

/** Returns a table's cells by row and column, with null wherever another cell spans or none is. Empty for a table without cells. */
const gridOf = (table: MarkupElement): (MarkupElement | null)[][] => {
  const rows = rowsIn(table)
  const grid: (MarkupElement | null)[][] = rows.map(() => [])
  for (const [at, row] of rows.entries())
    for (const cell of elementsIn(row)) {
      let column = 0
      while (grid[at]?.[column] !== undefined) column++
      for (const line of grid.slice(at, at + spanOf(cell, 'rowspan')))
        for (let across = 0; across < spanOf(cell, 'colspan'); across++) line[column + across] ??= null
      grid[at]?.splice(column, 1, cell)
    }
  const columns = Math.max(...grid.map((row) => row.length), 0)
  return columns === 0 ? [] : grid.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? null))
}

/** Returns text with its line breaks. */
export const linesOf = (text: string): TextRun[] =>
  text.split(/\r\n?|\n/).map((line, index) => new TextRun({ text: writable(line), ...(index > 0 && { break: 1 }) }))

/** Returns content that a cell may have: it ends with a paragraph. */
const filled = (content: Content): Content => (content.at(-1) instanceof Paragraph ? content : [...content, new Paragraph('')])

/** Makes the content of a document, which numbers its lists one after the other. */
export const makeContent = () => {
  let lists = 0
  /** The numbers with which the document's numbered lists start. */
  const starts = new Set([1])

  const paragraph = (children: ParagraphChild[], { level, list, isQuoted, isFirst }: Place, element?: MarkupElement): Paragraph => {
    const [, align = ''] = /text-align: ?(\w+)/.exec(element?.attributes['style'] ?? '') ?? []
    const alignment = ALIGNMENTS[align]
    return new Paragraph({
      children,
      ...(alignment && { alignment }),
      ...(level > 0 && { style: 'ListParagraph' }),
      ...(isQuoted && level === 0 && { style: 'Quote' }),
      ...(list && isFirst
        ? { numbering: { reference: list.reference, instance: list.instance, level: Math.min(level - 1, DEEPEST) } }
        : level > 0 && { indent: { left: INDENT * Math.min(level, DEEPEST + 1) } }),
    })
  }

  const itemOf = (item: MarkupElement, place: Place): Content => {
    const box = /[☐☑]/.exec(item.attributes['style'] ?? '')?.[0]
    const begin = box ? [run(`${box} `, {})] : []
    const content = blocksIn(item, { ...place, list: box ? undefined : place.list, isFirst: true }, begin)
    return content.length > 0 ? content : [paragraph(begin, { ...place, isFirst: true })]
  }

  const listOf = (element: MarkupElement, place: Place): Content => {
    const start = Math.min(Math.max(Number.parseInt(element.attributes['start'] ?? '1', 10) || 1, 1), 9999)
    if (element.tag === 'OL') starts.add(start)
    const list = { reference: element.tag === 'OL' ? `numbers-${start}` : 'bullets', instance: ++lists }
    return elementsIn(element).flatMap((item) => itemOf(item, { ...place, level: place.level + 1, list }))
  }

  const tableOf = (table: MarkupElement): Content => {
    const grid = gridOf(table)
    const filledCell = (cell: MarkupElement | null) => cellOf(cell ? filled(blocksIn(cell, { level: 0 })) : [new Paragraph('')])
    return grid.length > 0 ? [tableWith(grid.map((row) => new TableRow({ children: row.map(filledCell) })))] : []
  }

  const blockOf = (element: MarkupElement, place: Place, begin: ParagraphChild[]): Content => {
    const { tag } = element
    if (tag === 'UL' || tag === 'OL') return listOf(element, place)
    if (tag === 'TABLE') return tableOf(element)
    if (tag === 'PRE') return [paragraph(linesOf(textOf(element)), place)]
    if (tag === 'HR') return [new Paragraph({ thematicBreak: true })]
    if (tag === 'BLOCKQUOTE') return blocksIn(element, { ...place, isQuoted: true }, begin)
    if (hasBlocks(element)) return blocksIn(element, place, begin)
    const style: RunStyle = /^H[1-4]$/.test(tag) ? { bold: true } : {}
    return [paragraph([...begin, ...element.children.flatMap((child) => inlineOf(child, style))], place, element)]
  }

  /** Returns an element's blocks. Text between blocks becomes paragraphs. `begin` is the start of the first one. */
  const blocksIn = (element: MarkupElement, place: Place, begin: ParagraphChild[] = []): Content => {
    const content: Content = []
    let running: ParagraphChild[] = []
    const next = (): Place => (content.length === 0 ? place : { ...place, isFirst: false })
    const started = (children: ParagraphChild[]) => (content.length === 0 ? [...begin, ...children] : children)
    const flush = () => {
      if (running.length > 0) content.push(paragraph(started(running), next()))
      running = []
    }
    for (const node of element.children) {
      if (isElement(node) && (BLOCKS.has(node.tag) || hasBlocks(node))) {
        flush()
        content.push(...blockOf(node, next(), started([])))
      } else if (running.length > 0 || textOf(node).trim() !== '') running.push(...inlineOf(node, {}))
    }
    flush()
    return content
  }

  return {
    /** Returns the content of a cell with sanitized lesson HTML. */
    ofLesson: (html: string): Content => filled(blocksIn(treeOf(html), { level: 0 })),
    /** Returns the formats of the lists in the content that was made. */
    numbering: () => ({ config: [listFormat('bullets', 1), ...[...starts].map((start) => listFormat(`numbers-${start}`, start))] }),
  }
}

const listFormat = (reference: string, start: number) => ({
  reference,
  levels: Array.from({ length: DEEPEST + 1 }, (_, level) => ({
    level,
    format: reference === 'bullets' ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: reference === 'bullets' ? '•' : `%${level + 1}.`,
    start: level === 0 ? start : 1,
    style: { paragraph: { indent: { left: INDENT * (level + 1), hanging: INDENT } } },
  })),
})

/** Returns a cell. `width` is in twips. */
export const cellOf = (children: Content, width?: number): TableCell =>
  new TableCell({ children, ...(width !== undefined && { width: { size: width, type: WidthType.DXA } }) })

/** Returns a table as wide as its place, or with these widths of its columns in twips. */
export const tableWith = (rows: TableRow[], columnWidths?: number[]): Table =>
  new Table({
    rows,
    style: 'TableGrid',
    ...(columnWidths
      ? { columnWidths, width: { size: columnWidths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA } }
      : { width: { size: 100, type: WidthType.PERCENTAGE } }),
  })
