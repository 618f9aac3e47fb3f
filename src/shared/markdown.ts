/**
 * Markdown as lesson HTML, also of an answer that is still being written.
 *
 * 1. It makes the tags that the editor knows, and nothing else; HTML in it is text.
 * 2. It costs as much as the text is long, whatever the text: what would be looked for again and again has a limit.
 */
import { isLinkAllowed } from '#shared/lesson-html.ts'

/** Lists and quotations inside of one another; what is deeper is text. */
const MAX_DEPTH = 6
const MAX_COLUMNS = 12

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

const LINK = /!?\[([^[\]]{0,300})\]\(([^()\s]{1,1000})(?: {1,3}"[^"]{0,200}")?\)/y
const MARKS = /[*_~]+/y
const CODE = /`+/y
const PLAIN = /[^\\`*_~![]+/y
const IS_WORD = /[\p{L}\p{N}]/u

const TAGS: Record<string, readonly string[]> = {
  '*': ['em'],
  _: ['em'],
  '**': ['strong'],
  __: ['strong'],
  '***': ['strong', 'em'],
  ___: ['strong', 'em'],
  '~~': ['s'],
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Marks of emphasis in what is written: each opens or closes, or is text. */
class Emphasis {
  private readonly out: string[] = []
  private readonly open: { marks: string; at: number }[] = []

  write(html: string): void {
    this.out.push(html)
  }

  /** Takes marks with the letters on their two sides. */
  mark(marks: string, before: string, after: string): void {
    const isInWord = marks[0] === '_' && IS_WORD.test(before) && IS_WORD.test(after)
    const place = this.open.findIndex((each) => each.marks === marks)
    if (!TAGS[marks] || isInWord) this.write(marks)
    else if (place >= 0 && before.trim() !== '') this.close(place)
    else if (place < 0 && after.trim() !== '') this.open.push({ marks, at: this.out.push(marks) - 1 })
    else this.write(marks)
  }

  /** What was opened within stays as it was typed. */
  private close(place: number): void {
    const [{ marks, at } = { marks: '', at: 0 }] = this.open.splice(place)
    const tags = TAGS[marks] ?? []
    this.out[at] = tags.map((tag) => `<${tag}>`).join('')
    this.write(
      tags
        .toReversed()
        .map((tag) => `</${tag}>`)
        .join(''),
    )
  }

  /** Returns all of it. `isCut`: more may come, and what is bold until now shows no asterisks. */
  end(isCut: boolean): string {
    for (let place = this.open.length - 1; isCut && place >= 0; place--) this.close(place)
    return this.out.join('')
  }
}

/** Returns the marks inside a line as tags. */
const inline = (text: string, isCut = false, isLink = false): string => {
  const emphasis = new Emphasis()
  /** Runs of backticks that are not found again. */
  const lonely = new Set<string>()
  let at = 0
  const take = (length: number, html: string): void => {
    emphasis.write(html)
    at += length
  }
  while (at < text.length) {
    const plain = matchAt(PLAIN, text, at)?.[0]
    const ticks = matchAt(CODE, text, at)?.[0]
    const marks = matchAt(MARKS, text, at)?.[0]
    if (plain !== undefined) take(plain.length, escaped(plain))
    else if (ticks !== undefined) {
      const end = lonely.has(ticks) ? -1 : text.indexOf(ticks, at + ticks.length)
      if (end < 0) {
        lonely.add(ticks)
        take(ticks.length, ticks)
      } else take(end + ticks.length - at, `<code>${escaped(text.slice(at + ticks.length, end))}</code>`)
    } else if (marks !== undefined) {
      emphasis.mark(marks, text[at - 1] ?? ' ', text[at + marks.length] ?? ' ')
      at += marks.length
    } else if (text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) take(2, escaped(text[at + 1] ?? ''))
    else {
      const [whole = '', words = '', href = ''] = (!isLink && matchAt(LINK, text, at)) || []
      if (whole === '') take(1, escaped(text[at] ?? ''))
      // A picture is what it is called.
      else if (whole[0] === '!' || !isLinkAllowed(href)) take(whole.length, inline(words, false, true))
      else take(whole.length, `<a href="${escaped(href)}">${inline(words, false, true)}</a>`)
    }
  }
  return emphasis.end(isCut)
}

const HEADING = /^ {0,3}(#{1,6}) +(\S.*)$/
const ITEM = /^( *)(?:[-*+•]|(\d{1,6})[.)]) +(?=\S)/
const BOX = /^\[([ xX])\] +(?=\S)/
const RULE = /^ {0,3}(?:-[- ]*-[- ]*-|\*[* ]*\*[* ]*\*|_[_ ]*_[_ ]*_)[-*_ ]*$/
const ROW = /^ {0,3}\|/
const DIVIDER = /^[ |:-]*-[ |:-]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const QUOTE = /^ {0,3}> ?/

/** Returns whether a line is a rule; only a short one is looked at closely. */
const isRule = (line: string): boolean => line.length < 100 && RULE.test(line)
const isBlankLine = (line: string | undefined): boolean => line === undefined || line.trim() === ''
const indentOf = (line: string): number => line.length - line.trimStart().length

type Read = { html: string; next: number }
type Lines = readonly string[]

const runFrom = (lines: Lines, start: number, is: (line: string) => boolean): number => {
  let next = start
  while (next < lines.length && is(lines[next] as string)) next++
  return next
}

/** Returns where the item that begins at `start` ends: behind the lines that stand further in than it does. */
const endOfItem = (lines: Lines, start: number, indent: number): number => {
  let next = start + 1
  for (;;) {
    const following = runFrom(lines, next, (line) => isBlankLine(line))
    const line = lines[following]
    if (line === undefined || indentOf(line) <= indent) return next
    next = following + 1
  }
}

const itemOf = (lines: Lines, head: string, depth: number): string => {
  const [first = '', ...others] = lines
  const content = first.slice(head.length)
  const [box = '', sign] = BOX.exec(content) ?? []
  const style = sign === undefined ? '' : ` style="list-style-type:'${sign === ' ' ? '☐' : '☑'} '"`
  const inner = others.map((line) => line.slice(Math.min(indentOf(line), head.length)))
  return `<li${style}>${blocks([content.slice(box.length), ...inner], depth + 1)}</li>`
}

const list: Block = (lines, start, depth) => {
  const [, indent = '', number] = ITEM.exec(lines[start] ?? '') ?? []
  const isOrdered = number !== undefined
  const items: string[] = []
  let at = start
  for (;;) {
    const next = runFrom(lines, at, (line) => isBlankLine(line))
    const [head, inner = '', itsNumber] = ITEM.exec(lines[next] ?? '') ?? []
    if (head === undefined || inner.length < indent.length || (itsNumber !== undefined) !== isOrdered || isRule(lines[next] ?? '')) break
    at = endOfItem(lines, next, inner.length)
    items.push(itemOf(lines.slice(next, at), head, depth))
  }
  const begin = isOrdered && Number(number) !== 1 ? ` start="${Number(number)}"` : ''
  const tag = isOrdered ? 'ol' : 'ul'
  return { html: `<${tag}${begin}>${items.join('')}</${tag}>`, next: at }
}

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/, MAX_COLUMNS)

const table: Block = (lines, start) => {
  const next = runFrom(lines, start, (line) => ROW.test(line))
  const rows = lines.slice(start, next)
  const hasHead = DIVIDER.test(rows[1] ?? '')
  const drawn = rows
    .filter((row) => !DIVIDER.test(row))
    .map((row, place) => {
      const tag = place === 0 && hasHead ? 'th' : 'td'
      return `<tr>${cellsOf(row)
        .map((cell) => `<${tag}><p>${inline(cell.trim())}</p></${tag}>`)
        .join('')}</tr>`
    })
  return { html: drawn.length > 0 ? `<table><tbody>${drawn.join('')}</tbody></table>` : '', next }
}

const code: Block = (lines, start) => {
  const fence = FENCE.exec(lines[start] ?? '')?.[1] ?? ''
  const end = runFrom(lines, start + 1, (line) => !line.trimStart().startsWith(fence))
  return { html: `<pre><code>${escaped(lines.slice(start + 1, end).join('\n'))}</code></pre>`, next: end + 1 }
}

const quotation: Block = (lines, start, depth) => {
  const next = runFrom(lines, start, (line) => QUOTE.test(line))
  const inner = lines.slice(start, next).map((line) => line.replace(QUOTE, ''))
  return { html: `<blockquote>${blocks(inner, depth + 1)}</blockquote>`, next }
}

const heading: Block = (lines, start) => {
  const [, signs = '', words = ''] = HEADING.exec(lines[start] ?? '') ?? []
  const tag = `h${Math.min(signs.length, 4)}`
  return { html: `<${tag}>${inline(words.trimEnd().replace(/ #{1,6}$/, ''))}</${tag}>`, next: start + 1 }
}

const rule: Block = (_, start) => ({ html: '<hr>', next: start + 1 })

const paragraph: Block = (lines, start, depth) => {
  const next = Math.max(
    start + 1,
    runFrom(lines, start, (line) => !isBlankLine(line) && blockOf(line, depth) === paragraph),
  )
  const isCut = next === lines.length
  const written = lines.slice(start, next).map((line, place, all) => inline(line.trim(), isCut && place === all.length - 1))
  return { html: `<p>${written.join('<br>')}</p>`, next }
}

type Block = (lines: Lines, start: number, depth: number) => Read

/** Returns what a line begins. */
const blockOf = (line: string, depth: number): Block => {
  if (FENCE.test(line)) return code
  if (HEADING.test(line)) return heading
  if (isRule(line)) return rule
  if (ROW.test(line)) return table
  if (depth < MAX_DEPTH && QUOTE.test(line)) return quotation
  if (depth < MAX_DEPTH && ITEM.test(line)) return list
  return paragraph
}

const blocks = (lines: Lines, depth: number): string => {
  let html = ''
  for (let at = 0; at < lines.length; ) {
    if (isBlankLine(lines[at])) at++
    else {
      const read = blockOf(lines[at] as string, depth)(lines, at, depth)
      html += read.html
      at = read.next
    }
  }
  return html
}

/** Returns Markdown as lesson HTML. */
export const htmlOfMarkdown = (markdown: string): string => blocks(markdown.replaceAll('\t', '    ').split(/\r?\n/), 0)
