/** The pieces of a lesson's text: lines, paragraphs and lists, and the cells of a table. */
import { html } from '#shared/markup.ts'
import { plainText } from '#shared/plain-text.ts'

/** A paragraph, a list or a line, as text and as HTML that isn't sanitized yet. */
export type Part = { text: string; html: string }
/** A cell of a table. Most cells are never shown, so their parts are made when they are needed. */
export type Cell = { text: string; parts: () => Part[] }
/** `line` counts from 1. */
export type Row = { line: number; cells: readonly Cell[] }

const BULLET = /^\s{0,20}(?:[-*•●○▪◦·–—‣]|\\-)\s{1,10}(?=\S)/
const BOX = /^\[([ xX]?)\]\s/

export const isBullet = (line: string): boolean => BULLET.test(line)
export const withoutBullet = (line: string): string => line.replace(BULLET, '').replace(BOX, '').trim()

/** Returns the lines of a text as parts. Bullets that follow each other are one list. */
export const partsOfText = (text: string): Part[] => {
  const parts: Part[] = []
  let items: string[] = []
  const endList = (): void => {
    if (items.length > 0)
      parts.push({ text: items.join('\n'), html: html`<ul>${items.map((item) => html`<li><p>${item}</p></li>`)}</ul>`.text })
    items = []
  }
  for (const typed of text.split(/\r\n?|\n/)) {
    const line = typed.trim()
    if (line === '') continue
    if (isBullet(line)) {
      items.push(withoutBullet(line))
      continue
    }
    endList()
    parts.push({ text: line, html: html`<p>${line}</p>`.text })
  }
  endList()
  return parts
}

export const cellOfText = (text: string): Cell => ({ text: text.trim(), parts: () => partsOfText(text) })

const HTML = /<(?:p|br|b|i|u|a|strong|em|div|span|ul|ol|table|h[1-6]) ?[^<>]{0,300}>/i
const HTML_BLOCK = /<(?:p|ul|ol|div|table|h[1-6])\b/i
const HTML_END = /<(?:\/[a-z]|br\b)/i

/** Returns a cell of another planner's export, whose texts can be HTML. */
export const cellOfExport = (typed: string): Cell => {
  if (!HTML.test(typed) || !HTML_END.test(typed)) return cellOfText(typed)
  const text = plainText(typed, { hasLines: true }).trim()
  const at = typed.search(HTML_BLOCK)
  // Words before the first paragraph become one.
  const opening = (at < 0 ? typed : typed.slice(0, at)).trim()
  const html = (opening && `<p>${opening}</p>`) + (at < 0 ? '' : typed.slice(at))
  return { text, parts: () => (text === '' ? [] : [{ text, html }]) }
}
export const htmlOf = (parts: readonly Part[]): string => parts.map((part) => part.html).join('')

/** Returns a cell's text under its heading, such as 'Objective'. */
export const labeled = (label: string, parts: readonly Part[]): string => {
  if (label === '' || parts.length === 0) return htmlOf(parts)
  const name = html`<strong>${label.replace(/\s*:\s*$/, '')}:</strong>`.text
  const [first, ...others] = parts
  const opened = /^<p>/.exec(first?.html ?? '')
  if (!first || !opened) return `<p>${name}</p>${htmlOf(parts)}`
  return `<p>${name} ${first.html.slice(opened[0].length)}${htmlOf(others)}`
}

const LONGEST_TITLE = 80
const TITLE_THEN_TEXT = /^(?:([^:]{2,60}):\s+|(.{2,40}?)\s+[–—-]\s+)(\S.*)$/s

/** Splits a line such as 'Math: Decimals' into a title and a text. A line that is too long for a title becomes the text as well. */
export const splitTitle = (line: string): { title: string; text: string } => {
  const [, before, beforeDash, after] = TITLE_THEN_TEXT.exec(line) ?? []
  if (after !== undefined) return { title: (before ?? beforeDash ?? '').trim(), text: after.trim() }
  if (line.length <= LONGEST_TITLE) return { title: line.trim(), text: '' }
  return { title: `${line.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, '')}…`, text: line }
}
