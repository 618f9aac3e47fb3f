/** Reads pasted text, from Docs, Word or a text file. */
import { MAX } from '#shared/limits.ts'
import { html } from '#shared/markup.ts'
import { makeFindings, Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'
import { type Block, orderIn, readHeaded } from './plans/headed.ts'
import { readOwnMarkdown } from './plans/own.ts'
import { cellOfText, isBullet, withoutBullet } from './plans/parts.ts'
import { startReading } from './plans/reading-state.ts'

/** Lines and cells that take less than two seconds of processor time. */
const MOST_LINES = 20_000
const MOST_CELLS = 50_000
const LONGEST_HEADING = 400
const HEADING = /^#{1,6}\s+(.{1,300}?)\s*#*$/
const BOLD = /^(?:\*\*|__)([^*]{1,200})(?:\*\*|__)\s*:?$/
const NUMBERED = /^\d{1,2}[.)]\s+(?=\D)/
const RULE = /^(?:[-_*=]\s?){3,}$/
/** The line under a Markdown table's header. */
const TABLE_RULE = /^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$/
/** Longer lines of dashes aren't rules. A pattern can run out of memory on a line of millions. */
const LONGEST_RULE = 500
const isLike = (pattern: RegExp, text: string): boolean => text.length <= LONGEST_RULE && pattern.test(text)

/** Long enough to be refused as a lesson's text. Patterns can run out of memory on longer lines. */
const LONGEST_LINE = 2 * MAX.lessonHtml + 1

/** Returns Markdown's bold text as HTML. A longer text can't come in. */
const marked = (text: string): string =>
  text.length > MAX.lessonHtml ? html`${text}`.text : html`${text}`.text.replace(/\*\*([^*]{1,500})\*\*/g, '<strong>$1</strong>')

const cellsIn = (line: string): string[] | null => {
  if (line.includes('\t')) return line.split('\t')
  const bar = /^\s*\|(.*)\|\s*$/.exec(line)?.[1]
  return bar === undefined ? null : bar.split('|').map((cell) => cell.replace(/<br\s*\/?>/gi, '\n').replace(/\*\*/g, ''))
}

const lineBlock = (typed: string, line: number, isAfterGap: boolean): Block => {
  const text = typed.trim()
  if (isBullet(text) || NUMBERED.test(text)) {
    const item = withoutBullet(text).replace(NUMBERED, '')
    return {
      kind: 'item',
      line,
      list: isBullet(text) ? 'ul' : 'ol',
      text: item.replace(/\*\*/g, ''),
      html: `<li><p>${marked(item)}</p></li>`,
    }
  }
  const heading = text.length > LONGEST_HEADING ? undefined : (HEADING.exec(text)?.[1] ?? BOLD.exec(text)?.[1])
  const shown = heading ?? text
  return {
    kind: 'line',
    line,
    isHeading: heading !== undefined,
    isAfterGap,
    text: shown.replace(/\*\*/g, ''),
    html: `<p>${marked(shown)}</p>`,
  }
}

const tableBlock = (lines: readonly { line: number; cells: string[] }[]): Block => {
  const rows = lines.map(({ line, cells }) => ({ line, cells: cells.map(cellOfText) }))
  const shown = html`<table><tbody>${rows.map(({ cells }) => html`<tr>${cells.map(({ text }) => html`<td><p>${text}</p></td>`)}</tr>`)}</tbody></table>`
  return { kind: 'table', line: lines[0]?.line ?? 1, html: shown.text, rows }
}

const blocksOf = (content: string): { blocks: Block[]; lines: number } => {
  const typed = content
    .replace(/^\ufeff/, '')
    .split(/\r\n?|\n|\u2028|\v/)
    .map((line) => line.slice(0, LONGEST_LINE))
  if (typed.length > MOST_LINES)
    throw new Unreadable(`This text has more than ${MOST_LINES.toLocaleString('en-US')} lines. Bring it in in parts.`)
  const blocks: Block[] = []
  let table: { line: number; cells: string[] }[] = []
  let isAfterGap = true
  let lines = 0
  let cellCount = 0
  const endTable = (): void => {
    if (table.length > 0) blocks.push(tableBlock(table))
    table = []
  }
  for (const [place, text] of typed.entries()) {
    const cells = cellsIn(text)
    const isEmpty = text.trim() === '' || isLike(RULE, text.trim())
    if (!isEmpty) lines += 1
    if (isLike(TABLE_RULE, text.trim()) && table.length > 0) continue
    if (cells && !isEmpty) {
      cellCount += cells.length
      if (cellCount > MOST_CELLS) throw new Unreadable('There are too many cells here. Bring them in as a spreadsheet.')
      table.push({ line: place + 1, cells })
      continue
    }
    endTable()
    if (!isEmpty) blocks.push(lineBlock(text, place + 1, isAfterGap))
    isAfterGap = isEmpty
  }
  endTable()
  return { blocks, lines }
}

/** Reads text with a heading per day. Throws {@link Unreadable}. */
export const readHeadedText = async (task: ReadTask): Promise<ReadFile> => {
  const findings = makeFindings(task)
  const { blocks, lines } = blocksOf(task.content)
  const reading = startReading(task, findings, orderIn(blocks))
  if (!readOwnMarkdown(task.content, reading)) readHeaded(blocks, reading)
  return findings.done({ lines })
}
