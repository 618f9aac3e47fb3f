/** Splits lesson HTML into parts that can be sanitized separately. */
/** A tag as our editor and sanitizer write it. */
const PLAIN_TAG = /<(\/?)([a-z][a-z\d]*)(?: [a-z-]+="[^"<>]*")* ?\/?>/y
/** Tags without a closing tag. */
const VOID = new Set(['br', 'hr', 'col', 'img'])

/**
 * Splits text into parts of about `length` characters, only between top-level elements. Text isn't split unless all of its tags are plain,
 * properly closed and would stay unchanged in place. Otherwise, only a parser can tell which tags belong together. `stays` returns whether
 * a tag is allowed inside `parent` (undefined at the top level).
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
