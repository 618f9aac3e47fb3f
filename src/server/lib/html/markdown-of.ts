/** Converts lesson HTML to Markdown (CommonMark, with the tables, strikethrough and task lists of GitHub). Text never turns into markup. */
import { elementsIn, findAll, isElement, type MarkupElement, textOf } from '#shared/markup-tree.ts'
import { treeOf } from './tree-of.ts'

const BLOCKS = new Set('BLOCKQUOTE DIV H1 H2 H3 H4 HR LI OL P PRE TABLE UL'.split(' '))
const AROUND: Record<string, string> = { STRONG: '**', B: '**', H1: '**', H2: '**', EM: '*', I: '*', S: '~~', STRIKE: '~~', DEL: '~~' }

/** Returns text on one line in which nothing is markup, except at the start of a line. */
const escaped = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>~|&$]/g, '\\$&')

/** Returns lines that begin no heading, list or other block. */
const withPlainStarts = (text: string): string =>
  text.replace(/^( *)(?:([#+=:-])|(\d{1,9})(?=[.)]))/gm, (_, space: string, sign?: string, number?: string) =>
    number === undefined ? `${space}\\${sign}` : `${space}${number}\\`,
  )

/** Returns a heading's text that doesn't end with number signs, which would close the heading and disappear. */
const withPlainEnd = (text: string): string => text.replace(/(?<=^| )(?=#+$)/, '\\')

/** Returns a title on one line, without markup. */
export const escapeMarkdown = (text: string): string => withPlainEnd(withPlainStarts(escaped(text).trim()))

/** Returns a row of backticks that is longer than any in the text. */
const fenceFor = (text: string, fewest: number): string =>
  '`'.repeat(Math.max(fewest, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))

const codeSpan = (text: string): string => {
  const fence = fenceFor(text, 1)
  const inside = text.replace(/\s+/g, ' ')
  return inside.trim() === '' ? '' : `${fence} ${inside} ${fence}`
}

/** Puts signs around text. Spaces stay outside, because signs next to spaces would be text. */
const signed = (sign: string, text: string): string => {
  const inside = text.trim()
  if (inside === '') return text
  const from = text.indexOf(inside)
  return `${text.slice(0, from)}${sign}${inside}${sign}${text.slice(from + inside.length)}`
}

const linkTo = (href: string, text: string): string => {
  const address = href.replace(/[<>\\\s]/g, (letter) => encodeURIComponent(letter))
  return text.trim() === '' ? text : `[${text.trim()}](<${address}>)`
}

/** Appends a piece of a line. An exclamation mark in front of a link would make it a picture. */
const appended = (text: string, piece: string): string =>
  (text.endsWith('!') && piece.startsWith('[') ? `${text.slice(0, -1)}\\!` : text) + piece

const inlineOf = (node: MarkupElement | string): string => {
  if (!isElement(node)) return escaped(node)
  const { tag, attributes, children } = node
  if (tag === 'BR') return '\\\n'
  if (tag === 'CODE') return codeSpan(textOf(node))
  const text = children.map(inlineOf).reduce(appended, '')
  if (tag === 'A') return attributes['href'] ? linkTo(attributes['href'], text) : text
  const sign = AROUND[tag]
  return sign ? signed(sign, text) : text
}

const hasBlocks = (element: MarkupElement): boolean => elementsIn(element).some(({ tag }) => BLOCKS.has(tag))

const indented = (text: string, by: string): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(by.length)}`)

const itemOf = (item: MarkupElement, marker: string): string => {
  const box = /[☐☑]/.exec(item.attributes['style'] ?? '')?.[0]
  const [first = '', ...others] = blocksIn(item)
  const begin = box ? `${marker}${box === '☑' ? '[x]' : '[ ]'} ${first}` : `${marker}${first}`
  // Only a list that starts with 1 may follow a line directly.
  return indented(
    others.reduce((text, block) => `${text}${/^(?:-|1\.) /.test(block) ? '\n' : '\n\n'}${block}`, begin),
    marker,
  )
}

const listOf = (list: MarkupElement): string => {
  const start = Math.min(Math.max(Number.parseInt(list.attributes['start'] ?? '1', 10) || 1, 0), 999_999)
  return elementsIn(list)
    .map((item, index) => itemOf(item, list.tag === 'OL' ? `${start + index}. ` : '- '))
    .join('\n')
}

const rowsIn = (element: MarkupElement): MarkupElement[] =>
  elementsIn(element).flatMap((child) => (child.tag === 'TR' ? [child] : ['THEAD', 'TBODY'].includes(child.tag) ? rowsIn(child) : []))

const wordsIn = (node: MarkupElement | string): string => (isElement(node) ? node.children.map(wordsIn).join(' ') : node)

/** Returns a cell on one line. Code and tables in it become text. */
const cellOf = (cell: MarkupElement): string =>
  findAll(cell, ({ tag }) => ['CODE', 'PRE', 'TABLE'].includes(tag)).length > 0
    ? escaped(wordsIn(cell)).trim()
    : blocksIn(cell)
        .join('\n')
        .replace(/\\?\n+/g, '<br>')

const tableOf = (table: MarkupElement): string => {
  const rows = rowsIn(table).map((row) => elementsIn(row).map(cellOf))
  const [head = []] = rows
  const columns = Math.max(...rows.map((row) => row.length), 0)
  if (columns === 0) return ''
  const line = (cells: readonly string[]) => `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(columns)}`, ...rows.slice(1).map(line)].join('\n')
}

const codeBlock = (element: MarkupElement): string => {
  const text = textOf(element)
  const fence = fenceFor(text, 3)
  return `${fence}\n${text.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n${fence}`
}

const blockOf = (element: MarkupElement): string[] => {
  const { tag } = element
  if (tag === 'UL' || tag === 'OL') return [listOf(element)]
  if (tag === 'TABLE') return [tableOf(element)]
  if (tag === 'PRE') return [codeBlock(element)]
  if (tag === 'HR') return ['---']
  if (tag === 'BLOCKQUOTE') return [blocksIn(element).join('\n\n').replace(/^/gm, '> ')]
  if (hasBlocks(element)) return blocksIn(element)
  const text = element.children.map(inlineOf).reduce(appended, '').trim()
  return [/^H[1-4]$/.test(tag) ? `#### ${withPlainEnd(text.replace(/\\\n/g, ' '))}` : withPlainStarts(text)]
}

/** Returns an element's blocks. Text between blocks becomes paragraphs. */
const blocksIn = (element: MarkupElement): string[] => {
  const blocks: string[] = []
  let running = ''
  const flush = () => {
    if (running.trim() !== '') blocks.push(withPlainStarts(running.trim()))
    running = ''
  }
  for (const node of element.children) {
    if (isElement(node) && (BLOCKS.has(node.tag) || hasBlocks(node))) {
      flush()
      blocks.push(...blockOf(node))
    } else running = appended(running, inlineOf(node))
  }
  flush()
  return blocks.filter((block) => block !== '')
}

/** Returns sanitized lesson HTML as Markdown. */
export const markdownOf = (html: string): string => blocksIn(treeOf(html)).join('\n\n')
