/**
 * Reads one line of a typed day into its parts: '8:20-9:05 Math', 'Lunch 11:30-12', '12 noon Recess', 'Math - 60 min'. All patterns are
 * bounded, so that any pasted text is read quickly.
 */

/** A time as it was typed. `half` is 'a' or 'p' for am or pm. */
export type Clock = { text: string; hour: number; minute: number; half: string | undefined; isPadded: boolean }
export type LineParts = {
  title: string
  start: Clock | undefined
  end: Clock | undefined
  /** How long the lesson lasts, in minutes, if the line says so instead of an end. */
  minutes: number | undefined
}

/** With or without a colon: '8', '8:20', '8.20', '820', '8:20 am', '8a', and 'noon'. */
const TIME = String.raw`(?:(?:12(?:[:.]00)?\s{0,2})?noon\b|\d{1,2}(?:[:.]\d{2}|[0-5][05])?(?:\s{0,2}[ap]\.?m\b\.?|[ap]\b)?)`
/** A time that can't be anything else, such as a room's number. */
const CLEAR_TIME = String.raw`(?:(?:12(?:[:.]00)?\s{0,2})?noon\b|\d{1,2}:\d{2}(?:\s{0,2}[ap]\.?m\b\.?|[ap]\b)?|\d{1,2}(?:\s{0,2}[ap]\.?m\b\.?|[ap]\b))`
const TO = String.raw`\s{0,3}(?:[-–—~]|\b(?:to|till?|until|through|thru)\b)\s{0,3}`
const AFTER = String.raw`(?=[\s:,;)\]|–—-]|$)`
/** A time, an optional end time, then the title. */
const LINE = new RegExp(String.raw`^(?:from\s{1,3})?(${TIME})(?:${TO}(${TIME})${AFTER})?${AFTER}(.*)$`, 'i')
/** A title, then a time, with an end time or clear without one. */
const TITLE_FIRST = new RegExp(
  String.raw`^(.{1,200}?)[\s(,:;@–—-]{1,6}(?:(?:at|from)\s{1,3})?(?:(${TIME})${TO}(${TIME})|(${CLEAR_TIME}))\)?$`,
  'i',
)
const PARTS = /^(\d{1,2}?)[:.]?(\d{2})?(?!\d)\s{0,2}([ap])?/i
const NOON = /noon$/i
/** How long a lesson lasts, at the end of its title: '- 60 min', '(1 hr 15 min)', '1.5 hours'. */
const LENGTH = /(?:^|[\s,;:(–—-])(?:(\d(?:\.\d{1,2})?)\s?(?:h|hrs?|hours?)\b\.?)?\s{0,2}(?:(\d{1,3})\s?(?:mins?|minutes?)\b\.?)?\)?$/i

/** A line that starts with its length: '30 min Recess'. */
const LENGTH_FIRST = /^(\d{1,3}\s?(?:mins?|minutes?|hrs?|hours?)\b\.?)[\s:,–—-]{1,5}(\D.{0,300})$/i

/** Marks before a line, such as dashes, dots and check boxes. */
const BULLET = /^[^\p{L}\p{N}]{1,20}/u
/** A number in front of a line that has its time after it: '1. 8:00 Math'. */
const NUMBER = /^\d{1,2}[.)]\s{1,3}(?=\D{0,100}\d)/
/** Separators between a time and a title, and at the end of a title. */
const BETWEEN = /^[\s:,;)\]|–—-]{1,20}/
const HANGING = /[\s:,;(|–—-]{1,20}$/
const LONGEST = 480

const clockOf = (text: string | undefined): Clock | undefined => {
  if (text === undefined) return undefined
  if (NOON.test(text)) return { text, hour: 12, minute: 0, half: 'p', isPadded: false }
  const [, hour = '', minute = '0', half] = PARTS.exec(text) ?? []
  return { text, hour: Number(hour), minute: Number(minute), half: half?.toLowerCase(), isPadded: hour.startsWith('0') }
}

/** Returns a title without the length at its end, and the length in minutes, if there is one of up to eight hours. */
const withoutLength = (title: string): Pick<LineParts, 'title' | 'minutes'> => {
  const found = LENGTH.exec(title)
  const minutes = found ? Math.round(Number(found[1] ?? 0) * 60) + Number(found[2] ?? 0) : 0
  if (!found || minutes < 1 || minutes > LONGEST) return { title, minutes: undefined }
  return { title: title.slice(0, found.index).replace(HANGING, ''), minutes }
}

/** Returns the parts of a line. Without a start, the line is either a title, or a title with a length. */
export const partsOf = (line: string): LineParts => {
  const bare = line.replace(BULLET, '')
  const typed = bare.replace(NUMBER, '').replace(LENGTH_FIRST, '$2 $1').trim()
  const [, start, end, after] = LINE.exec(typed) ?? []
  if (start !== undefined) {
    const title = (after ?? '').replace(BETWEEN, '').trim()
    const timed = { start: clockOf(start), end: clockOf(end) }
    return end === undefined ? { ...timed, ...withoutLength(title) } : { ...timed, title, minutes: undefined }
  }
  const [, title, from, to, only] = TITLE_FIRST.exec(typed) ?? []
  if (title !== undefined && /\p{L}/u.test(title))
    return { title: title.replace(HANGING, '').trim(), start: clockOf(from ?? only), end: clockOf(to), minutes: undefined }
  return { start: undefined, end: undefined, ...withoutLength(typed) }
}
