/** Reads times as teachers write them into a spreadsheet: '8-8:20', '820-930', '9:30', '1:15 PM to 2:00'. */
import { readTime } from '#shared/dates.ts'

/** Times in a cell. `endTime` is null if the cell says only when the lesson starts. */
export type ReadTimes = { startTime: string; endTime: string | null }

/** Longer cells aren't times. */
const LONGEST = 60
const ONE = String.raw`\d{1,2}[:.h]\d{2}(?:\s?[ap]\.?\s?m?\.?)?|\d{3,4}(?:\s?[ap]\.?\s?m?\.?)?|\d{1,2}(?:\s?[ap]\.?\s?m?\.?)?`
const BETWEEN = String.raw`\s{0,3}(?:[-–—~]|\bto\b|\buntil\b)\s{0,3}`
/** A start and an end, anywhere in the cell, such as in 'Period 1 (8:00-8:45)'. */
const RANGE = new RegExp(`(?<![\\d:])(${ONE})${BETWEEN}(${ONE})(?![\\d:])`, 'i')
/** A start alone must be the whole cell, because '3' in 'Period 3' isn't a time. */
const START = new RegExp(`^(?:at\\s)?(${ONE})\\s?-?$`, 'i')

/** Returns the cells of a line that can have times. Next to others, a bare number is the number of a period. */
export const timeCells = (line: readonly string[]): string[] => {
  const written = line.filter((cell) => cell !== '')
  return written.length > 1 ? written.filter((cell) => !/^\d{1,2}$/.test(cell)) : written
}

const read = (text: string, after: string): string | null => readTime(text.trim(), { timeFormat: '12', after })

const HALF = /[ap]\.?\s?m?\.?$/i

/** Returns the times in a cell, or null if it has none. `after` is the start of the row above, which tells morning from afternoon. */
export const timesIn = (cell: string, after = ''): ReadTimes | null => {
  const text = cell.replace(/\s+/g, ' ').trim()
  if (text.length > LONGEST) return null
  const [, from, to] = RANGE.exec(text) ?? []
  if (from !== undefined && to !== undefined) {
    // In '1:15 - 2:00 PM', both times are in the afternoon.
    const half = HALF.exec(to)?.[0] ?? ''
    const sharedHalf = HALF.test(from) ? null : read(`${from}${half}`, after)
    const alone = read(from, after)
    const endTime = read(to, alone ?? '')
    const startTime = half !== '' && sharedHalf !== null && endTime !== null && sharedHalf < endTime ? sharedHalf : alone
    return startTime === null || endTime === null ? null : { startTime, endTime: read(to, startTime) }
  }
  const [, start] = START.exec(text) ?? []
  const startTime = start === undefined ? null : read(start, after)
  return startTime === null ? null : { startTime, endTime: null }
}
