/** Reads the days in the headings of a pasted week. */

import { MAX } from '#shared/limits.ts'
import type { Rhythm } from '#shared/timetables/contract.ts'

/** A column or a row of the pasted cells that holds a day. `day` counts from 1, as in a timetable. */
export type DayAt = { place: number; heading: string; day: number; isWeekday: boolean }

const WEEKDAYS =
  /^(?:(m|mo|mon|monday)|(t|tu|tue|tues|tuesday)|(w|we|wed|weds|wednesday)|(r|th|thu|thur|thurs|thursday)|(f|fr|fri|friday))$/
const WEEK = /\b(?:week|wk)?\s?\(?([ab])\)?(?:\s?(?:week|wk))?\b/
const CYCLE_DAY = /^(?:day|d)\s?(\d{1,2})$|^day\s?([a-j])$|^([a-j])\s?day$/
const MOST_LETTERS = 30
const LETTERS = 'abcdefghij'
/** Titles and empty lines can come before the headings. */
const FIRST_LINES = 4

const dayIn = (cell: string): { day: number; isWeekday: boolean } | null => {
  if (cell.length > MOST_LETTERS) return null
  const text = cell.toLowerCase().replace(/[.:,]/g, '').trim()
  const [, number, letter, letterFirst] = CYCLE_DAY.exec(text) ?? []
  const day = number === undefined ? LETTERS.indexOf(letter ?? letterFirst ?? '?') + 1 : Number(number)
  if (day >= 1 && day <= MAX.cycleDays) return { day, isWeekday: false }
  const [, week] = WEEK.exec(text) ?? []
  const [, ...found] = WEEKDAYS.exec((week === undefined ? text : text.replace(WEEK, ' ')).trim()) ?? []
  const weekday = found.findIndex((name) => name !== undefined) + 1
  return weekday > 0 ? { day: weekday + (week === 'b' ? 5 : 0), isWeekday: true } : null
}

/** '1', '2', '3' in a row are the days of a cycle. */
const countedIn = (line: readonly string[]): DayAt[] => {
  const from = line.indexOf('1')
  if (from < 0) return []
  const counted = line.slice(from).map((heading, offset) => ({ place: from + offset, heading, day: offset + 1, isWeekday: false }))
  const isCounted = counted.length >= 2 && counted.length <= MAX.cycleDays && counted.every(({ heading, day }) => heading === String(day))
  return isCounted ? counted : []
}

/** Returns the days in a line of headings. The second Monday is the one of week B. */
const daysIn = (line: readonly string[]): DayAt[] => {
  const days: DayAt[] = []
  for (const [place, heading] of line.entries()) {
    const found = dayIn(heading)
    if (!found) continue
    const isTaken = days.some(({ day }) => day === found.day)
    const day = isTaken && found.isWeekday ? found.day + 5 : found.day
    if (day <= MAX.cycleDays && !days.some((other) => other.day === day)) days.push({ ...found, day, place, heading })
  }
  return days.length > 0 ? days : countedIn(line)
}

export type Headings = { line: number; days: readonly DayAt[] }

/** Returns the line that has the most days. A single day counts only if its name is written out. */
export const headingsIn = (lines: readonly (readonly string[])[]): Headings | null => {
  let best: Headings | null = null
  for (const [line, cells] of lines.slice(0, FIRST_LINES).entries()) {
    const days = daysIn(cells).filter(({ heading }, _, all) => all.length > 1 || heading.length > 2)
    if (days.length > (best?.days.length ?? 0)) best = { line, days }
  }
  return best
}

/** Returns the rhythm that the headings are about. */
export const rhythmOf = (days: readonly DayAt[]): Rhythm => {
  const last = Math.max(2, ...days.map(({ day }) => day))
  if (days.some(({ isWeekday }) => !isWeekday)) return { kind: 'cycle', days: last, onDayOff: 'wait' }
  return { kind: last > 5 ? 'ab' : 'weekly' }
}
