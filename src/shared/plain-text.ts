/** The only place that converts lesson HTML to plain text. */

/** Tags that can appear within a word or sentence. Every other tag separates the words before and after it. */
const INLINE = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'sub', 'sup', 'mark', 'code', 'span'])
const ENTITY = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]{2,8});/y
/** Matches a run of literal characters. Bounded, so that a long run can't far exceed the limit. */
const PLAIN = /[^<&\s]{1,100}/y
const TAG_NAME = /<(\/?[a-zA-Z][a-zA-Z\d]*)/y
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

/** Decodes an HTML entity. Returns undefined if it is unknown or invalid. */
const decode = (entity: string): string | undefined => {
  if (entity[0] !== '#') return NAMED[entity.toLowerCase()]
  const code = entity[1] === 'x' || entity[1] === 'X' ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10)
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined
}

/**
 * Returns the end of the tag that opens at `at`: the index after its `>`, ignoring any inside quotes, or the end of the text if the tag
 * never closes.
 */
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

/** Matches a sticky pattern at an index. */
const matchAt = (pattern: RegExp, html: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(html)
}

type Options = {
  /** Approximate maximum number of characters to read, so that previewing a long lesson is as cheap as previewing a short one. */
  limit?: number
  /** Separator between paragraphs, items, and cells. After text that ends with punctuation, a space is used instead. */
  between?: string
  /** Puts paragraphs and items on lines of their own, each item after its bullet or number, and {@link LINK_SIGN} before each link. */
  hasLines?: boolean
}

/** Precedes a link in text with lines. From the private use area, so no lesson contains it. */
export const LINK_SIGN = '\ue000'

const ENDS_BY_ITSELF = new Set('.,:;!?–—☐☑')

/** Returns a function that receives the tags in order and returns the marker of a list item that opens: a bullet, or its number. */
const listMarkers = () => {
  /** The last number in each open list, innermost last. NaN for a list with bullets. */
  const lists: number[] = []
  return (tag: string, text: string): string => {
    if (tag === 'ul') lists.push(Number.NaN)
    if (tag === 'ol') lists.push(Number(/\sstart="(\d{1,6})"/i.exec(text)?.[1] ?? 1) - 1)
    if (tag === '/ul' || tag === '/ol') lists.pop()
    if (tag !== 'li') return ''
    const number = (lists.pop() ?? Number.NaN) + 1
    lists.push(number)
    return Number.isNaN(number) ? '• ' : `${number}. `
  }
}

/**
 * Converts lesson HTML to plain text, on one line unless `hasLines`, with entities decoded and whitespace collapsed. Runs in linear time.
 * The result may contain `<`, so render it as text only.
 */
export const plainText = (html: string, { limit = Number.POSITIVE_INFINITY, between = ' ', hasLines = false }: Options = {}): string => {
  const markerOf = listMarkers()
  let text = ''
  let gap = ''
  /** Goes in front of the next text on its line: a list item's bullet or number, or a link's icon. */
  let marker = ''
  /** Tracked separately, because reading the last character of a growing string takes time proportional to the string's length. */
  let last = ''
  let at = 0
  const readTag = (tag: string, whole: string) => {
    const name = tag.replace('/', '')
    if (!INLINE.has(name)) gap = hasLines ? '\n' : name === 'br' ? ' ' : between
    // A checkbox is stored as the marker of its list item (check-list.ts).
    const box = name === 'li' ? /[☐☑]/.exec(whole)?.[0] : undefined
    const item = hasLines ? markerOf(tag, whole) : ''
    if (hasLines) {
      if (!INLINE.has(name) && name !== 'p') marker = box ? `${box} ` : item
      else if (tag === 'a') marker += LINK_SIGN
      else if (tag === '/a') marker = marker.replace(LINK_SIGN, '')
    } else if (box) {
      text += text === '' ? box : ` ${box}`
      last = box
      gap = ' '
    }
  }
  while (at < html.length && text.length <= limit) {
    const run = matchAt(PLAIN, html, at)
    let letter = run ? run[0] : (html[at] as string)
    let next = at + letter.length
    const tag = letter === '<' ? matchAt(TAG_NAME, html, at) : null
    if (tag) {
      const end = endOfTag(html, at)
      readTag((tag[1] as string).toLowerCase(), html.slice(at, end))
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
      if (gap !== '' && text !== '') text += gap !== '\n' && ENDS_BY_ITSELF.has(last) ? ' ' : gap
      text += marker + letter
      last = letter.at(-1) as string
      gap = ''
      marker = ''
    }
    at = next
  }
  return text
}

/** Returns lesson HTML as text with a line for each paragraph and item. Links are their words. */
export const textLines = (html: string, limit?: number): string =>
  plainText(html, { hasLines: true, ...(limit !== undefined && { limit }) }).replaceAll(LINK_SIGN, '')

/** Returns true if the lesson HTML has no text. Checkboxes don't count as text. */
export const isBlank = (html: string): boolean => !/[^☐☑\s]/.test(plainText(html))
