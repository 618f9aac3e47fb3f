/** Reads times as people write them: '8:00', '8am', '0800', '13:15', '8:00 – 8:45 AM', and a spreadsheet's parts of a day. */
import { minutesOf, readTime, timeOf } from '#shared/dates.ts'

/** `endTime` is null if only the start is written, and may be before `startTime`. `words` is how both are written. */
export type Times = { startTime: string; endTime: string | null; words: string }

const LONGEST = 60
const DAY_MINUTES = 1440
const HALF_A_DAY = 720
/** A lesson that would be longer ends before it starts. */
const LONGEST_LESSON = 480
const HALF = /\bnoon\b|\d\s?[ap](?:\.?\s?m\.?)?$/i
const NOON = /^(?:12(?:[:.]00)?\s{0,2})?noon$/i
const SECONDS = /^(\d{1,2}:\d{2}):\d{2}(?:\.\d{1,6})?(?:z|[+-]\d{2}:?\d{2})?/i
const PART_OF_DAY = /^0?[.,]\d{1,17}$/
/** A date before the time. */
const DATE_BEFORE = /^\S{0,20}\d[/.-]\d\S{0,20}?(?:t|\s)(?=\d{1,2}:\d{2})/i
const BETWEEN = /\s{0,3}(?:[-–—~]|\bto\b|\buntil\b|\btill?\b)\s{0,3}/i

/** Returns a time, or null. Without AM or PM, it is the reading closer to a school day. */
export const readClock = (typed: string): string | null => {
  const text = typed.trim().slice(0, LONGEST)
  if (NOON.test(text)) return '12:00'
  if (PART_OF_DAY.test(text)) return timeOf(Math.round(Number(text.replace(',', '.')) * DAY_MINUTES))
  return readTime(text.replace(DATE_BEFORE, '').replace(SECONDS, '$1'), { timeFormat: '12' })
}

/** True for a time that has only one reading. */
const isClear = (text: string): boolean => HALF.test(text) || /^(?:0|1[3-9]|2\d)/.test(text.trim().replace(DATE_BEFORE, ''))

/** Returns the end of a lesson: in the afternoon if it would otherwise be before its start. */
const readEnd = (startTime: string, typed: string): string | null => {
  const end = readClock(typed)
  if (end === null || end > startTime || isClear(typed)) return end
  const later = (minutesOf(end) % HALF_A_DAY) + HALF_A_DAY
  const length = later - minutesOf(startTime)
  return length > 0 && length <= LONGEST_LESSON ? timeOf(later) : end
}

/** Returns the start of a lesson whose end is written with AM or PM, as in '1:15 – 2:00 PM'. */
const startBefore = (typed: string, end: string): string | null => {
  const alone = readClock(typed)
  const [half] = /[ap]\.?\s?m?\.?$/i.exec(end.trim()) ?? []
  if (alone === null || half === undefined || isClear(typed)) return alone
  const [shared, last] = [readClock(`${typed}${half}`), readClock(end)]
  return shared !== null && last !== null && shared < last ? shared : alone
}

export const timesFrom = (start: string, end: string): Times | null => {
  if (end.trim() === '') {
    const startTime = readClock(start)
    return startTime === null ? null : { startTime, endTime: null, words: start.trim() }
  }
  const startTime = startBefore(start, end)
  const endTime = startTime === null ? null : readEnd(startTime, end)
  return startTime === null || endTime === null ? null : { startTime, endTime, words: `${start.trim()} to ${end.trim()}` }
}

/** Returns the times in a text that has nothing else: a start, or a range. */
export const readTimes = (typed: string): Times | null => {
  if (typed.length > 2 * LONGEST) return null
  const text = typed
    .replace(/\s+/g, ' ')
    .replace(/^\((.*)\)$/, '$1')
    .trim()
  if (text === '' || text.length > LONGEST || !/\d|noon/i.test(text)) return null
  const alone = timesFrom(text, '')
  if (alone) return alone
  const [start, end, ...more] = text.split(BETWEEN)
  return start === undefined || end === undefined || more.length > 0 ? null : timesFrom(start, end)
}

/** Returns why a lesson's times can't be, or null. */
export const timesProblem = ({ startTime, endTime, words }: Times): string | null =>
  endTime !== null && endTime <= startTime ? `Ends before it starts: ${words}` : null

const RANGE_IN_TEXT =
  /(?<![\d:/.])\d{1,2}(?::\d{2}|\d{2})?\s?(?:[ap]\.?m\.?)?\s{0,2}(?:[-–—]|to)\s{0,2}(?:\d{1,2}:\d{2}|\d{3,4}|\d{1,2}(?=\s?[ap]\.?m))\s?(?:[ap]\.?m\.?)?(?![\d:/])/i
const START_IN_TEXT = /(?<![\d:/.])(?:\d{1,2}:\d{2}\s?(?:[ap]\.?m\.?)?|\d{1,2}\s?[ap]\.?m\.?)(?![\d:/])/i

/** Returns the times within a label such as 'Period 1 (8:00-8:45)', and the label without them. */
export const timesWithin = (label: string): { times: Times; rest: string } | null => {
  if (label.length > LONGEST * 2) return null
  const found = RANGE_IN_TEXT.exec(label) ?? START_IN_TEXT.exec(label)
  const times = found && readTimes(found[0])
  if (!found || !times) return null
  const rest = `${label.slice(0, found.index)} ${label.slice(found.index + found[0].length)}`
  return {
    times,
    rest: rest
      .replace(/\(\s*\)|\[\s*\]/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[\s:,;|–—-]+|[\s:,;|(–—-]+$/g, ''),
  }
}
