/** Lesson HTML as plain text: the one place that takes the tags off. */

/** Tags that stand inside a word or sentence; every other tag separates the words on its two sides. */
const INLINE = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'sub', 'sup', 'mark', 'code', 'span'])
const ENTITY = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/y
/** Letters that mean themselves, read at once; not endless, so that a limit is kept. */
const PLAIN = /[^<&\s]{1,100}/y
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

type Options = {
  /** About how many characters to read, so that the preview of a long lesson costs no more than one of a short lesson. */
  limit?: number
  /** What stands between paragraphs, items and cells; a space where the text before it ends with a sign of its own. */
  between?: string
}

const ENDS_BY_ITSELF = new Set('.,:;!?–—☐☑')

/**
 * Returns lesson HTML as plain text on one line: entities are decoded, runs of white space become one space. Reads each
 * character once. The result may hold `<`: show it as text only.
 */
export const plainText = (html: string, { limit = Number.POSITIVE_INFINITY, between = ' ' }: Options = {}): string => {
  let text = ''
  let gap = ''
  /** The last letter, by itself: looking for it in the growing text would cost as much as the text is long, each time. */
  let last = ''
  let at = 0
  while (at < html.length && text.length <= limit) {
    const run = matchAt(PLAIN, html, at)
    let letter = run ? run[0] : (html[at] as string)
    let next = at + letter.length
    const tag = letter === '<' ? matchAt(TAG_NAME, html, at) : null
    if (tag) {
      if (!INLINE.has((tag[1] as string).toLowerCase())) gap = (tag[1] as string).toLowerCase() === 'br' ? ' ' : between
      const end = endOfTag(html, at)
      // The box of a check list is the marker of its item (check-list.ts).
      const box = tag[1] === 'li' ? /[☐☑]/.exec(html.slice(at, end))?.[0] : undefined
      if (box) {
        text += text === '' ? box : ` ${box}`
        last = box
        gap = ' '
      }
      at = end
      continue
    }
    const entity = letter === '&' ? matchAt(ENTITY, html, at) : null
    const decoded = entity && decode(entity[1] as string)
    if (entity && decoded) {
      letter = decoded
      next = at + entity[0].length
    }
    if (!run && letter.trim() === '') gap ||= ' '
    else {
      if (gap !== '' && text !== '') text += ENDS_BY_ITSELF.has(last) ? ' ' : gap
      text += letter
      last = letter.at(-1) as string
      gap = ''
    }
    at = next
  }
  return text
}

/** True for lesson HTML that says nothing; the empty boxes of a check list say nothing. */
export const isBlank = (html: string): boolean => !/[^☐☑\s]/.test(plainText(html))
