/** A week card shows so many characters of a lesson's text. */
export const PREVIEW_LENGTH = 80

/** Tags that stand inside a word or sentence; every other tag parts the words on its two sides. */
const INLINE = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'sub', 'sup', 'mark', 'code', 'span'])
const ENTITY = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/y
const TAG_NAME = /<\/?([a-zA-Z][a-zA-Z\d]*)/y
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/** The character an entity stands for; undefined when it stands for none. */
const decode = (entity: string): string | undefined => {
  if (entity[0] !== '#') return NAMED[entity.toLowerCase()]
  const code = entity[1] === 'x' || entity[1] === 'X' ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10)
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined
}

/** Where the tag that opens at `at` ends: behind its `>`, one inside quotes not counted; the end of all when it never does. */
const endOfTag = (html: string, at: number): number => {
  let quote = ''
  for (let index = at + 1; index < html.length; index++) {
    const letter = html[index] as string
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return index + 1
  }
  return html.length
}

/** `pattern` (sticky) at a place of the text. */
const matchAt = (pattern: RegExp, html: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(html)
}

/**
 * The first {@link PREVIEW_LENGTH} characters of sanitised lesson HTML as plain text on one line, with '…' where
 * something was cut. For showing as text only: it may hold `<`. Reads each character once and stops when it has
 * enough, so a lesson of 200,000 characters costs what a short one does.
 */
export const previewOf = (html: string): string => {
  let text = ''
  let gap = false
  let at = 0
  while (at < html.length && text.length <= PREVIEW_LENGTH) {
    let letter = html[at] as string
    let next = at + 1
    const tag = letter === '<' ? matchAt(TAG_NAME, html, at) : null
    if (tag) {
      if (!INLINE.has((tag[1] as string).toLowerCase())) gap = true
      const end = endOfTag(html, at)
      // A check list's box is the marker of its item (check-list.ts).
      const box = tag[1] === 'li' ? /[☐☑]/.exec(html.slice(at, end))?.[0] : undefined
      if (box) text += text === '' ? box : ` ${box}`
      at = end
      continue
    }
    const entity = letter === '&' ? matchAt(ENTITY, html, at) : null
    const decoded = entity && decode(entity[1] as string)
    if (entity && decoded) {
      letter = decoded
      next = at + entity[0].length
    }
    if (letter.trim() === '') gap = true
    else {
      text += gap && text !== '' ? ` ${letter}` : letter
      gap = false
    }
    at = next
  }
  if (text.length <= PREVIEW_LENGTH) return text
  const last = text.charCodeAt(PREVIEW_LENGTH - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? PREVIEW_LENGTH - 1 : PREVIEW_LENGTH).trimEnd()}…`
}
