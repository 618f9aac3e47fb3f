/** Lesson HTML in parts that mean the same one by one as together. */
/** A tag as our editor and our cleaning write it. */
const PLAIN_TAG = /<(\/?)([a-z][a-z\d]*)(?: [a-z-]+="[^"<>]*")* ?\/?>/y
/** What never closes. */
const VOID = new Set(['br', 'hr', 'col', 'img'])

/**
 * Returns a text in parts of about `length` characters, cut only between elements that stand side by side in it. A text with
 * anything but plain tags, each closed where it must be and staying where it is, is one part: there a parser alone knows what
 * belongs together. `stays` returns whether a tag may stand in another, undefined for none.
 */
export const partsOf = (html: string, length: number, stays: (name: string, parent: string | undefined) => boolean): string[] => {
  if (html.length <= length) return [html]
  const parts: string[] = []
  const open: string[] = []
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', PLAIN_TAG.lastIndex)) {
    PLAIN_TAG.lastIndex = at
    const [, slash, name = ''] = PLAIN_TAG.exec(html) ?? []
    const isVoid = VOID.has(name)
    if (slash === '/') {
      if (open.pop() !== name) return [html]
    } else if (!stays(name, open.at(-1))) return [html]
    else if (!isVoid) open.push(name)
    if (open.length > 0 || PLAIN_TAG.lastIndex - from < length) continue
    parts.push(html.slice(from, PLAIN_TAG.lastIndex))
    from = PLAIN_TAG.lastIndex
  }
  if (open.length > 0) return [html]
  return from < html.length ? [...parts, html.slice(from)] : parts
}
