/** Reads Word documents: headings, paragraphs, lists and tables, in the order of the document. */
import { DomUtils, parseDocument } from 'htmlparser2'
import mammoth from 'mammoth'
import { plainText } from '#shared/plain-text.ts'
import { makeFindings, Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'
import { textPartsOf } from './plans/docx-parts.ts'
import { type Block, orderIn, readHeaded } from './plans/headed.ts'
import { readOwnWord } from './plans/own.ts'
import type { Cell, Part, Row } from './plans/parts.ts'
import { startReading } from './plans/reading-state.ts'

type AnyNode = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<AnyNode, { attribs: object }>

const UNREADABLE = 'We couldn’t read this Word document. Open it in Word or Docs, save it again as .docx, and try again.'
/** Between an address and its anchor, if Word wrote the link as a field. */
const FIELD_ANCHOR = '&quot; \\l &quot;'
const MOST_BLOCKS = 20_000
const MOST_CELLS = 60
const MOST_SPAN = 20

const isTag = (node: AnyNode): node is Element => 'attribs' in node
const outer = (node: AnyNode | AnyNode[]): string => DomUtils.getOuterHTML(node)
const inner = (element: Element): string => DomUtils.getInnerHTML(element)
const textOf = (html: string): string =>
  plainText(html, { hasLines: true })
    .replace(/\ue000/g, '')
    .trim()
const isHeading = (name: string): boolean => /^h[1-6]$/.test(name)

/** Returns a paragraph's lines as HTML, split at its line breaks. */
const linesOf = (element: Element): string[] => {
  const lines: AnyNode[][] = [[]]
  for (const node of element.children) {
    if (isTag(node) && node.name === 'br') lines.push([])
    else lines.at(-1)?.push(node)
  }
  return lines.map((nodes) => outer(nodes)).filter((html) => textOf(html) !== '')
}

/** True if all of a paragraph's text is bold. */
const isBold = (html: string): boolean => /^(?:<a [^>]*><\/a>|\s)*<strong>(?:(?!<\/strong>).)*<\/strong>[\s:]*$/s.test(html)

const partOf = (node: AnyNode): Part[] => {
  const html = outer(node)
  const text = textOf(html)
  return text === '' ? [] : isTag(node) ? [{ text, html }] : [{ text, html: `<p>${html}</p>` }]
}

const cellOf = (element: Element): Cell => {
  const parts = (): Part[] =>
    element.children.flatMap((node) =>
      isTag(node) && (node.name === 'p' || isHeading(node.name))
        ? linesOf(node).map((line) => ({ text: textOf(line), html: `<p>${line}</p>` }))
        : partOf(node),
    )
  return { text: textOf(inner(element)), parts }
}

const EMPTY: Cell = { text: '', parts: () => [] }

/** Returns a table's rows. A cell over several columns is in each of them, and one over several rows only in the first. */
const rowsOf = (table: Element, line: number): Row[] => {
  const rows: Row[] = []
  /** Rows that the cell above still covers, by column. */
  const covered: number[] = []
  const isOwn = (row: Element): boolean => row.parent === table || (row.parent as Element | null)?.parent === table
  for (const row of DomUtils.getElementsByTagName('tr', table).filter(isOwn)) {
    const cells: Cell[] = []
    const skipCovered = (): void => {
      while ((covered[cells.length] ?? 0) > 0) {
        covered[cells.length] = (covered[cells.length] ?? 0) - 1
        cells.push(EMPTY)
      }
    }
    for (const element of row.children.filter(isTag)) {
      skipCovered()
      const cell = cellOf(element)
      const span = Math.min(MOST_SPAN, Math.max(1, Number(element.attribs['colspan'] ?? 1) || 1))
      const down = Math.max(1, Number(element.attribs['rowspan'] ?? 1) || 1)
      for (let copy = 0; copy < span && cells.length < MOST_CELLS; copy++) {
        covered[cells.length] = down - 1
        cells.push(cell)
      }
    }
    skipCovered()
    rows.push({ line: line + rows.length, cells })
  }
  return rows
}

/** Returns the blocks of a document. Lines are its paragraphs and rows, counted from 1. */
const blocksOf = (html: string): Block[] => {
  const blocks: Block[] = []
  let line = 1
  let isAfterGap = true
  const addParagraph = (element: Element): void => {
    const lines = linesOf(element)
    for (const content of lines) {
      const isTitle = isHeading(element.name) || isBold(content)
      blocks.push({ kind: 'line', line, isHeading: isTitle, isAfterGap, text: textOf(content), html: `<p>${content}</p>` })
      isAfterGap = false
    }
    isAfterGap = lines.length === 0
    line += 1
  }
  const addList = (element: Element): void => {
    for (const item of element.children.filter(isTag)) {
      const list = element.name === 'ol' ? 'ol' : 'ul'
      blocks.push({ kind: 'item', line, list, text: textOf(inner(item)), html: outer(item) })
      line += 1
    }
    isAfterGap = false
  }
  for (const node of parseDocument(html).children.filter(isTag)) {
    if (blocks.length > MOST_BLOCKS) throw new Unreadable('This document is too long to read at once. Save it in parts.')
    if (node.name === 'table') {
      const rows = rowsOf(node, line)
      blocks.push({ kind: 'table', line, html: outer(node), rows })
      line += Math.max(1, rows.length)
    } else if (node.name === 'ul' || node.name === 'ol') addList(node)
    else addParagraph(node)
  }
  return blocks
}

const htmlOfWord = async (bytes: Buffer): Promise<string> => {
  const options = {
    ignoreEmptyParagraphs: false,
    includeEmbeddedStyleMap: false,
    styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
    convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
  }
  try {
    return (await mammoth.convertToHtml({ buffer: textPartsOf(bytes) }, options)).value
      .replace(/<img [^>]*>/g, '')
      .replaceAll(FIELD_ANCHOR, '#')
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(UNREADABLE)
  }
}

/** Reads a Word document in base64. Throws {@link Unreadable}. */
export const readWord = async (task: ReadTask): Promise<ReadFile> => {
  const blocks = blocksOf(await htmlOfWord(Buffer.from(task.content, 'base64')))
  const findings = makeFindings(task)
  const reading = startReading(task, findings, orderIn(blocks))
  if (!readOwnWord(blocks, reading)) readHeaded(blocks, reading)
  const lines = blocks.reduce((count, block) => count + (block.kind === 'table' ? block.rows.length : 1), 0)
  return findings.done({ lines })
}
