/** Content lines of iCalendar files (RFC 5545, sections 3.1 and 3.3.11). */

/** Maximum number of octets in a line, without its line break. */
const MAX_OCTETS = 75

/** Everything that some calendar program takes for the end of a line. */
const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar texts can't contain them.
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]/g

/** Returns a text as an escaped value. Control characters are removed, because iCalendar can't express them. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(LINE_BREAKS, '\\n')
    .replace(CONTROLS, '')

/** Returns a parameter's value, in quotes if it needs them. */
export const parameter = (value: string): string => (/[:;,]/.test(value) ? `"${value}"` : value)

/** Returns a line with its line break, folded after at most 75 octets without splitting a character. */
export const contentLine = (line: string): string => {
  const octets = Buffer.byteLength(line)
  if (octets <= MAX_OCTETS) return `${line}\r\n`
  let folded = ''
  let start = 0
  let room = MAX_OCTETS
  let at = 0
  while (at < line.length) {
    const code = line.codePointAt(at) as number
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (size > room) {
      folded += `${line.slice(start, at)}\r\n `
      start = at
      // The space that continues a line counts too.
      room = MAX_OCTETS - 1
    }
    room -= size
    at += code < 0x10000 ? 1 : 2
  }
  return `${folded}${line.slice(start)}\r\n`
}
