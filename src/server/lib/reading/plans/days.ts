/** Reads days as people write them: '11/30', '2026-11-30', 'Mon, Nov. 30', '30 November 2026'. All patterns are bounded. */

import type { ReadTask } from '#server/lib/reading/items.ts'
import { addDays, daysBetween, formatDay, isDay, weekdayOf } from '#shared/dates.ts'

export type DayOrder = 'monthFirst' | 'dayFirst'
/** `today` and `year` are as in {@link ReadTask}. */
export type Around = Pick<ReadTask, 'today' | 'year'> & { order: DayOrder }

/**
 * The start of a text as a day, a weekday, or a date that doesn't exist. `rest` is the text after it. A day has the weekday that is
 * written beside it, which may be wrong.
 */
export type FoundDay =
  | { kind: 'day'; date: string; hasYear: boolean; weekday: number | null; rest: string }
  | { kind: 'weekday'; weekday: number; isShort: boolean; rest: string }
  | { kind: 'never'; message: string; rest: string }

/** Longer texts don't start with a day. */
const LONGEST = 200
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAY = '(mon|tues?|wed|weds|thu|thurs?|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)'
const MONTH =
  '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)'
const YEAR = String.raw`(?:,?\s{0,2}((?:19|20|21)\d{2}|['’]\d{2})(?!\d|:\d))?`

const LABEL = /^(?:date|day)\s{0,2}:\s{0,3}/i
const FIRST_WEEKDAY = new RegExp(String.raw`^${WEEKDAY}(?![a-z])\.?`, 'i')
const BEFORE_DATE = /^[\s,(|–—-]{0,5}(?:the\s)?/i
const LAST_WEEKDAY = new RegExp(String.raw`^[\s,(–—-]{1,3}${WEEKDAY}(?![a-z])\.?\)?`, 'i')

const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?!\d|[:/]\d)/
const MONTH_THEN_DAY = new RegExp(
  String.raw`^${MONTH}(?![a-z])\.?[\s-]{0,2}(\d{1,2})(?!\d|:\d)(?:st|nd|rd|th)?(?:[-/](\d{4})(?!\d))?${YEAR}`,
  'i',
)
const DAY_THEN_MONTH = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]{0,2}(?:of\s)?${MONTH}(?![a-z])\.?(?:-(\d{4}|\d{2})(?!\d))?${YEAR}`,
  'i',
)
/** Days that a spreadsheet counts from 1900, about 1970 to 2119. */
const SERIAL = /^(2[5-9]\d{3}|[3-7]\d{4})(?:\.\d{1,12})?$/
const COMPACT = /^((?:19|20)\d{2})(0[1-9]|1[0-2])([0-3]\d)(?!\d)/
const SERIAL_START = '1899-12-30'

type Written = { year: number | null; month: number; day: number; length: number }

const weekdayNumber = (name: string): number => WEEKDAYS.findIndex((weekday) => weekday.startsWith(name.toLowerCase().slice(0, 3))) + 1
const monthNumber = (name: string): number => MONTHS.indexOf(name.toLowerCase().slice(0, 3)) + 1
const yearNumber = (text: string | undefined): number | null =>
  text === undefined ? null : Number(text.length === 4 ? text : `20${text.slice(-2)}`)

const inNumbers = (text: string, order: DayOrder): Written | null => {
  const [whole = '', first = '', sign = '', second = '', year] = NUMBERS.exec(text) ?? []
  // '3-5 groups' isn't a day.
  if (whole === '' || (sign !== '/' && year === undefined && whole !== text.replace(/\.$/, ''))) return null
  const [a, b] = [Number(first), Number(second)]
  // A 13 or more can't be a month, however the other days are written.
  const isDayFirst = a > 12 || (b <= 12 && (order === 'dayFirst' || sign === '.'))
  return { year: yearNumber(year), month: isDayFirst ? b : a, day: isDayFirst ? a : b, length: whole.length }
}

const writtenAt = (text: string, order: DayOrder): Written | null => {
  const iso = ISO.exec(text) ?? COMPACT.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]), length: iso[0].length }
  const numbers = inNumbers(text, order)
  if (numbers) return numbers
  const monthThenDay = MONTH_THEN_DAY.exec(text)
  if (monthThenDay) {
    const [whole, month = '', day, year, yearAfter] = monthThenDay
    return { year: yearNumber(year ?? yearAfter), month: monthNumber(month), day: Number(day), length: whole.length }
  }
  const dayThenMonth = DAY_THEN_MONTH.exec(text)
  if (!dayThenMonth) return null
  const [whole, day, month = '', year, yearAfter] = dayThenMonth
  return { year: yearNumber(year ?? yearAfter), month: monthNumber(month), day: Number(day), length: whole.length }
}

const two = (number: number): string => String(number).padStart(2, '0')
const dateIn = (year: number, { month, day }: Written): string => `${year}-${two(month)}-${two(day)}`

/** Returns the date, with the year in which it is closest to today within the school year if it has none. Null if there's no such date. */
const dated = (written: Written, { today, year: { from, to } }: Around): string | null => {
  const thisYear = Number(today.slice(0, 4))
  const years = written.year === null ? [thisYear, thisYear - 1, thisYear + 1] : [written.year]
  const dates = years.map((year) => dateIn(year, written)).filter(isDay)
  const distance = (date: string): number => Math.abs(daysBetween(today, date)) + (date >= from && date <= to ? 0 : 10_000)
  return dates.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

const movedBy = (date: string, years: number): string => {
  const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`
  return isDay(moved) ? moved : moved.replace('-29', '-28')
}

/** Returns the same, as if today were a number of years later. */
export const laterBy = (years: number, around: Around): Around => {
  const { today, year } = around
  return years === 0
    ? around
    : { ...around, today: movedBy(today, years), year: { from: movedBy(year.from, years), to: movedBy(year.to, years) } }
}

/** Returns how many years a date is later than it would be without its year. */
export const yearsLater = (date: string, around: Around): number => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const read = dated({ year: null, month, day, length: 0 }, around)
  return year - Number((read ?? around.today).slice(0, 4))
}

/** Returns what to read the dates with that follow a date with a year. */
const following = (date: string, around: Around): Around => laterBy(yearsLater(date, around), around)

/** Returns a message if a date's weekday isn't the one that is written beside it. */
export const weekdayProblem = (date: string, weekday: number | null): string | null => {
  if (weekday === null || weekday === weekdayOf(date)) return null
  const [is = '', says = ''] = [weekdayOf(date), weekday].map((number) => formatDay(addDays('2024-01-01', number - 1), 'weekdayLong'))
  return `${formatDay(date, 'long')}, is a ${is}, and the file says ${says}`
}

const ordinal = (day: number): string => {
  const ending = day % 100 >= 11 && day % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}
/** Returns a text for a message, not longer than a line. */
export const quoted = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text}”`
const unreadableDay = (text: string): string => `We can’t read the date ${quoted(text)}`

const never = ({ year, month, day }: Written, text: string): string => {
  if (year !== null && (year < 1970 || year > 2199)) return `Only days between 1970 and 2199 can come in: ${quoted(text)}`
  return `${formatDay(`2026-${two(month)}-01`, 'monthDayLong').split(' ')[0]} has no ${ordinal(day)}: ${quoted(text)}`
}

/** Returns the day at the start of a text, or null if it doesn't start with one. */
export const findDay = (typed: string, around: Around): FoundDay | null => {
  if (typed.length > LONGEST) return null
  const text = typed.replace(LABEL, '').trim()
  const [name = '', weekday = ''] = FIRST_WEEKDAY.exec(text) ?? []
  const after = text.slice(name.length)
  const [gap = ''] = BEFORE_DATE.exec(after) ?? []
  const bare = after.slice(gap.length)
  const written = name !== '' && gap === '' ? null : writtenAt(bare, around.order)
  if (!written) {
    if (name === '') return null
    return { kind: 'weekday', weekday: weekdayNumber(weekday), isShort: !/day$/i.test(weekday), rest: after }
  }
  const [last = '', weekdayAfter] = name === '' ? (LAST_WEEKDAY.exec(bare.slice(written.length)) ?? []) : []
  const rest = bare.slice(written.length + last.length)
  // '8.00' and '3.14' have the shape of a date.
  if (written.month < 1 || written.month > 12 || written.day < 1 || written.day > 39) return null
  const date = dated(written, around)
  if (date !== null) {
    const named = weekday || weekdayAfter
    return {
      kind: 'day',
      date,
      hasYear: written.year !== null,
      weekday: named === undefined ? null : weekdayNumber(named),
      rest: gap.includes('(') ? rest.replace(/^\s{0,2}\)/, '') : rest,
    }
  }
  return { kind: 'never', message: never(written, text.slice(0, text.length - rest.length).trim()), rest }
}

/** Both days included. `time` is the rest of a cell with a date and a time. `written` is the weekday beside the first day. */
export type Days = { from: string; to: string; time: string; written?: number | null }

const THROUGH = /^\s{0,3}(?:[-–—~]|to\b|through\b|thru\b|until\b|and\b|&)\s{0,3}/i
const DAY_ALONE = /^(\d{1,2})(?:st|nd|rd|th)?(?:,?\s{0,2}(\d{4}))?$/
/** A time, and a zone that the cell may name. */
const TIME_AFTER = /^(?:t|,?\s{1,2}(?:at\s)?)(\d{1,2}[:.]?\d{2}.{0,15})$/i
const LONGEST_RANGE = 62

type Found = Extract<FoundDay, { kind: 'day' }>

/** Returns a range's last day, and whether it has a year. */
const lastOf = (text: string, from: string, around: Around): Pick<Found, 'date' | 'hasYear'> | null => {
  const [, day, year] = DAY_ALONE.exec(text) ?? []
  const last = day === undefined ? findDay(text, following(from, around)) : null
  if (day === undefined) return last?.kind === 'day' && last.rest.trim() === '' ? last : null
  return { date: `${year ?? from.slice(0, 4)}${from.slice(4, 8)}${day.padStart(2, '0')}`, hasYear: year !== undefined }
}

/** Returns the range that starts with a day. Either of its days can have the year of both. */
const rangeFrom = ({ date, hasYear, rest, weekday }: Found, around: Around): Days | null => {
  const [through = ''] = THROUGH.exec(rest) ?? []
  const last = through === '' ? null : lastOf(rest.slice(through.length), date, around)
  if (!last || !isDay(last.date)) return null
  const to = last.date
  const inYear = (year: string): string => movedBy(date, Number(year) - Number(date.slice(0, 4)))
  const isBare = last.hasYear && !hasYear
  const sameYear = isBare ? inYear(to.slice(0, 4)) : date
  const from = isBare && sameYear > to ? movedBy(sameYear, -1) : sameYear
  return to >= from && daysBetween(from, to) <= LONGEST_RANGE ? { from, to, time: '', written: weekday } : null
}

/**
 * Returns the days in a spreadsheet's cell: a date, a date with a time, a range, or a weekday (with `from` and `to` empty). Returns a
 * message if the cell has a date that doesn't exist or can't be read.
 */
export const readDays = (cell: string, around: Around): Days | { weekday: number } | { message: string } => {
  if (cell.length > LONGEST) return { message: unreadableDay(cell) }
  const text = cell.replace(/\s+/g, ' ').trim()
  if (SERIAL.test(text)) {
    const [whole = '', part = ''] = text.split('.')
    const date = addDays(SERIAL_START, Number(whole))
    return { from: date, to: date, time: part === '' ? '' : `0.${part}` }
  }
  const found = findDay(text, around)
  if (found?.kind === 'never') return { message: found.message }
  if (found?.kind === 'weekday') return /^[\s.:)]*$/.test(found.rest) ? { weekday: found.weekday } : { message: unreadableDay(text) }
  if (!found) return { message: unreadableDay(text) }
  const { date, rest, weekday } = found
  const range = rangeFrom(found, around)
  if (range) return range
  const [, time] = TIME_AFTER.exec(rest) ?? []
  if (time !== undefined) return { from: date, to: date, time, written: weekday }
  return /^[\s.:,)]*$/.test(rest) ? { from: date, to: date, time: '', written: weekday } : { message: unreadableDay(text) }
}

/** Returns how a column's days are written: month first, unless a 13 or more says otherwise more often than not. */
export const dayOrderOf = (cells: readonly string[]): DayOrder => {
  let balance = 0
  for (const cell of cells) {
    const [, first = '', , second = ''] = NUMBERS.exec(cell.trim().replace(FIRST_WEEKDAY, '').replace(BEFORE_DATE, '')) ?? []
    if (Number(second) > 12) balance += 1
    else if (Number(first) > 12) balance -= 1
  }
  return balance < 0 ? 'dayFirst' : 'monthFirst'
}

/** Returns the first such weekday on or after a day. */
export const nextWeekday = (day: string, weekday: number): string => addDays(day, (weekday - weekdayOf(day) + 7) % 7)

/** Returns the Monday of a week that a heading names. A week that starts on a Saturday or Sunday is the one after. */
export const mondayFrom = (day: string): string => {
  const weekday = weekdayOf(day)
  return weekday >= 6 ? addDays(day, 8 - weekday) : addDays(day, 1 - weekday)
}

/** A heading for a week: 'Week of November 30', 'Week 14 (11/30 - 12/4)', 'Nov 30 – Dec 4'. */
const WEEK = /\bweek\b|\bwk\b/i
const NAMES_DATE = /\b(?:week|wk|dates?|day)\b/i
const IN_TEXT =
  /(?<![\w/.-])(?=\d{1,4}[-/.]\d|\d{1,2}(?:st|nd|rd|th)?\s|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z.]{0,7}\s?\d)/gi

type Week = { monday: string; around: Around }

/** Returns the week that a text names, and what to read the dates of the week with. Null if it doesn't name one. */
export const readWeek = (text: string, around: Around): Week | null => {
  if (text.length > LONGEST) return null
  const isNamed = WEEK.test(text)
  for (const { index } of text.matchAll(IN_TEXT)) {
    const found = findDay(text.slice(index).replace(/[)\]].*$/, ''), around)
    if (found?.kind !== 'day') continue
    const range = rangeFrom(found, around)
    const { from, to } = range ?? { from: found.date, to: found.date }
    const nights = daysBetween(from, to)
    if (!isNamed && (nights < 1 || nights > 6 || index > 20)) continue
    const first = nextWeekday(from, 1)
    // 'Friday to Friday' is the week between them.
    const isWithin = first <= to && addDays(first, 7) > to
    const hasYear = found.hasYear || from !== found.date
    return { monday: isWithin ? first : mondayFrom(from), around: hasYear ? following(from, around) : around }
  }
  return null
}

/** Returns the Monday of the week that a text names, or null. */
export const findWeek = (text: string, around: Around): string | null => readWeek(text, around)?.monday ?? null

/** Returns the first date in a text that names a week or a date, or at the start of another text. */
export const firstDate = (text: string, around: Around): Found | null => {
  const isNamed = text.length <= LONGEST && NAMES_DATE.test(text)
  const places = isNamed ? [...text.matchAll(IN_TEXT)].map(({ index }) => index) : [0]
  for (const place of places) {
    const found = findDay(text.slice(place), around)
    if (found?.kind === 'day') return found
  }
  return null
}
