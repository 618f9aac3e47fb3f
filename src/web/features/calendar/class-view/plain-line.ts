import { plainText } from '#shared/plain-text.ts'

/** Entities that the editor and the server write for characters that HTML reserves. */
const RESERVED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns the HTML of a lesson that consists of one line of plain text. */
export const htmlOfLine = (line: string): string => {
  const text = line.replace(/\s+/g, ' ').trim()
  return text === '' ? '' : `<p>${text.replace(/[&<>]/g, (letter) => RESERVED[letter] ?? letter)}</p>`
}

/**
 * Returns the text of a lesson that can be edited as one line: an empty lesson, or a single paragraph without formatting. Returns null for
 * any other lesson, because editing one line of it would lose the rest.
 */
export const editableLine = (html: string): string | null => {
  if (html === '') return ''
  const inside = /^(?:<p>([^<]*)<\/p>|([^<]*))$/.exec(html)
  return inside ? plainText(inside[1] ?? inside[2] ?? '') : null
}
