/** Guesses the meaning of a spreadsheet's columns from their names and their cells. */
import { LESSON_COLUMNS } from '#server/lib/csv/lesson-columns.ts'
import type { ColumnRole } from '#shared/imports/rules.ts'
import { MAX } from '#shared/limits.ts'
import { type Around, dayOrderOf, readDays } from './days.ts'
import type { Row } from './parts.ts'
import { isPlanPart, isSubject } from './school-words.ts'
import { readTimes } from './times.ts'

export type Column = { header: string; role: ColumnRole; sample: string }
/** `first` is the first row below the header. */
export type Columns = { columns: Column[]; first: number }

/** The names of columns in spreadsheets, and in the exports of other planners and calendars, as letters and digits. */
const NAMES: Partial<Record<ColumnRole | 'date', string>> = {
  date: 'date dates day startdate datestart lessondate classdate schooldate plandate scheduleddate calendardate when datum week weekday startsat startdatetime dtstart',
  startTime: 'start starttime timestart from begin begins begintime starts lessonstart',
  endTime: 'end endtime timeend to until finish ends finishtime endsat enddatetime dtend lessonend',
  times: 'time times hours timeslot timerange lessontime classtime periodtime timeframe',
  minutes: 'minutes mins min duration length durationmin durationminutes durationmins lengthminutes lengthmin',
  title:
    'title subject class course classname coursename subjectname lesson lessontitle lessonname name event eventtitle eventname activityname period block section summary what unittitle',
  dayOff: 'holiday holidays dayoff daysoff noschool',
  note: 'daynote daynotes noteforday daynoteforday',
  ignore:
    'id lessonid classid uid url color colour classcolor enddate dateend lastday alldayevent allday remindertime reminderdate reminderonoff meetingorganizer requiredattendees optionalattendees meetingresources billinginformation categories priority private sensitivity showtimeas status created modified updatedat createdat locked shared rowid index number no weeknumber weekno dayofweek',
}
/** The likeliest title first. 'Subject' is the class in a plan, and the title in an exported calendar. */
const TITLE_ORDER =
  'subject class classname course coursename subjectname event eventtitle eventname title lessontitle lessonname lesson summary name activityname section block period what unittitle'.split(
    ' ',
  )
/** Titles that become the text if there's a better one. */
const TITLES_WITH_TEXT = new Set('title lessontitle lessonname lesson summary name activityname unittitle'.split(' '))
/** The topic of each day, the likeliest title first. A spreadsheet with a date and a topic is a list. */
const TOPICS = 'topic topics module modules unit units theme themes chapter chapters'.split(' ')
/** Plans that have their title in a column like these, the likeliest first. */
const LATE_TITLES = [...TOPICS, ...'activity activities task agenda content plan assignment'.split(' ')]

/** Texts that need no heading, because they are the plan itself. */
const WHOLE_PLANS = new Set('plan plans lessonplan lessontext text description details content'.split(' '))

const ROLES = new Map(
  Object.entries(NAMES).flatMap(([role, names]) =>
    names.split(' ').map((name): [string, ColumnRole | 'date'] => [name, role as ColumnRole | 'date']),
  ),
)

/** Rows and characters that a guess is based on. */
const SAMPLED = 200
/** Titles and empty lines can come before the header. */
const FIRST_ROWS = 12
const LONGEST_HEADER = 60
const LONGEST_SAMPLE = 80

const lettersOf = (header: string): string =>
  header.length > LONGEST_HEADER
    ? ''
    : header
        .toLowerCase()
        .replace(/\([^)]*\)/g, '')
        .replace(/[^a-z\d]/g, '')

export const isWholePlan = (header: string): boolean => WHOLE_PLANS.has(lettersOf(header))
/** True for the name of a column with the lesson's own title, beside one with its class. */
export const isTitle = (header: string): boolean => TITLES_WITH_TEXT.has(lettersOf(header))
/** True for the name of a column that can tell what a lesson without a title is about. */
export const canBeTitle = (header: string): boolean => isTitle(header) || (LATE_TITLES.includes(lettersOf(header)) && !isWholePlan(header))

const known = (header: string): ColumnRole | 'date' | undefined => {
  const role = ROLES.get(lettersOf(header))
  return role ?? (isPlanPart(header) ? 'text' : undefined)
}

type Content = { filled: number; days: number; times: number; ranges: number; numbers: number; words: number; texts: string[] }

const contentOf = (rows: readonly Row[], place: number, around: Around): Content => {
  const content: Content = { filled: 0, days: 0, times: 0, ranges: 0, numbers: 0, words: 0, texts: [] }
  for (const { cells } of rows) {
    const text = cells[place]?.text ?? ''
    if (text === '') continue
    content.filled += 1
    content.texts.push(text)
    const isNumber = /^(?:\d{1,3}|(?:19|20|21)\d{2})$/.test(text)
    if (isNumber) content.numbers += 1
    else if (!('message' in readDays(text, around))) content.days += 1
    const times = isNumber ? null : readTimes(text)
    if (times) content[times.endTime === null ? 'times' : 'ranges'] += 1
    if (/\p{L}{2}\P{L}{1,3}\p{L}{2}/u.test(text.slice(0, SAMPLED))) content.words += 1
  }
  return content
}

const most = (part: number, { filled }: Content): boolean => filled > 0 && part * 2 > filled

/** Returns the role of a column by its name, if its cells agree, or by its cells. */
const roleOf = (header: string, content: Content): ColumnRole | 'date' | undefined => {
  const named = known(header)
  const { days, times, ranges, numbers, texts } = content
  if (content.filled === 0) return named === 'date' ? undefined : named
  if (named === 'ignore' || named === 'text' || named === 'note' || named === 'dayOff') return named
  // 'Start' may have a date with a time, and 'Time' may have 'Period 1'.
  if (named === 'endTime') return most(times, content) || most(days, content) ? named : undefined
  if (most(days, content)) return 'date'
  if (named === 'title') return most(ranges, content) ? 'times' : named
  if (most(ranges, content)) return 'times'
  if (most(times, content)) return named === 'times' ? 'startTime' : (named ?? 'startTime')
  if (named === 'times') return times + ranges > 0 ? 'times' : undefined
  if (named === 'minutes' && (numbers > 0 || texts.some((text) => /^\d{1,3} ?m/i.test(text)))) return named
  if (named === 'startTime' && times > 0) return named
  return undefined
}

/** Returns the row that is the header, or -1. It has the names of columns, or is the only one of the first rows without a day. */
const headerIn = (rows: readonly Row[], around: Around): number => {
  let best = { place: -1, names: 1 }
  for (const [place, { cells }] of rows.slice(0, FIRST_ROWS).entries()) {
    const names = cells.filter(({ text }) => known(text) !== undefined).length
    const hasDay = cells.some(({ text }) => /\d/.test(text) && !('message' in readDays(text, around)))
    if (!hasDay && names > best.names) best = { place, names }
  }
  if (best.place >= 0) return best.place
  const [first, second] = rows
  const isDated = ({ cells }: Row): boolean => cells.some(({ text }) => /\d/.test(text) && 'from' in readDays(text, around))
  return first && second && !isDated(first) && isDated(second) && first.cells.filter(({ text }) => text !== '').length > 1 ? 0 : -1
}

/** The names of columns that tell classes apart, by a number or letter if need be. */
const PERIODS = /^(?:period|per|pd|block|section)\b/i
const CLASSES = /^(?:class|course|subject|group)/i
/** At least one word. */
const NAME = /\p{L}{3}/u
const NUMBER = /^(?:\d{1,4}|true|false)$/i
/** '3', 'W1 M:', 'TK_01', 'Lecture 12'. */
const CODE =
  /^(?=.{0,12}\d)(?:(?:lec|lecture|lesson|week|wk|day|session|meeting|class|no)?[\s._#-]{0,2}[a-z]{0,2}[\s._-]?\d{1,4}[\s._-]?[a-z]{0,2}:?)$/i

/** True for a column that only counts or marks its rows, and doesn't say what they are about. */
const isCounted = (header: string, { texts }: Content): boolean => {
  if (PERIODS.test(header)) return false
  const counted = CLASSES.test(header) ? NUMBER : CODE
  return texts.filter((text) => counted.test(text) || NUMBER.test(text)).length * 2 > texts.length
}

const titlePlace = (
  headers: readonly string[],
  roles: readonly (ColumnRole | 'date' | undefined)[],
  contents: readonly Content[],
): number => {
  const filled = [...headers.keys()].filter((place) => (contents[place]?.filled ?? 0) > 0)
  const inOrder = (names: readonly string[], places: readonly number[]): number[] => {
    const rank = (place: number): number => names.indexOf(lettersOf(headers[place] ?? ''))
    return places.filter((place) => rank(place) >= 0).sort((a, b) => rank(a) - rank(b))
  }
  const titles = filled.filter((place) => roles[place] === 'title')
  const named = [...inOrder(TITLE_ORDER, titles), ...inOrder(LATE_TITLES, filled)]
  const others = filled.filter((place) => roles[place] === undefined)
  const isOfSubjects = (place: number): boolean => {
    const texts = contents[place]?.texts ?? []
    return texts.filter(isSubject).length * 2 > texts.length
  }
  const fullest = Math.max(0, ...contents.map((content) => content.filled))
  const isFull = (place: number): boolean => (contents[place]?.filled ?? 0) * 2 > fullest
  const hasWords = (place: number): boolean => isFull(place) && (contents[place]?.words ?? 0) > 0
  const hasNames = (place: number): boolean => {
    const texts = contents[place]?.texts ?? []
    return isFull(place) && texts.filter((text) => NAME.test(text)).length * 2 > texts.length
  }
  const texts = filled.filter((place) => roles[place] === 'text' && hasWords(place))
  const guesses = [...named, ...others.filter(isOfSubjects), ...others.filter(hasWords), ...others.filter(hasNames), ...texts, ...others]
  const telling = guesses.filter((place) => !isCounted(headers[place] ?? '', contents[place] as Content))
  return telling.find(isFull) ?? telling[0] ?? guesses[0] ?? -1
}

/** Columns without a name that we know come in as text if they have sentences. Ids, ratings and switches don't. */
const isText = (content: Content, name: string): boolean =>
  content.words * 3 > content.filled || (name === '' && content.texts.some((text) => /\p{L}{3}/u.test(text)))

const nameOf = (place: number): string => `Column ${place < 26 ? '' : 'A'}${String.fromCharCode(65 + (place % 26))}`

/** True for the header of a spreadsheet that left Firstbell. */
export const isOwn = (headers: readonly string[]): boolean =>
  headers.length === LESSON_COLUMNS.length && LESSON_COLUMNS.every(({ header }, place) => header === headers[place])

/** Returns the meaning of the columns in a spreadsheet that left Firstbell, or undefined for any other. */
const ownRoles = (headers: readonly string[]): ColumnRole[] | undefined =>
  isOwn(headers) ? LESSON_COLUMNS.map(({ role }) => role) : undefined

/** Returns the columns of a spreadsheet. `chosen` are the teacher's own, which win over the guess. */
export const columnsOf = (rows: readonly Row[], around: Around, chosen?: readonly ColumnRole[]): Columns => {
  const header = headerIn(rows, around)
  const first = header + 1
  const body = rows.slice(first, first + SAMPLED)
  const width = Math.min(
    MAX.importColumns,
    Math.max(0, ...rows.slice(Math.max(header, 0), first + SAMPLED).map(({ cells }) => cells.length)),
  )
  const headers = Array.from({ length: width }, (_, place) => (header < 0 ? '' : (rows[header]?.cells[place]?.text ?? '')))
  const given = chosen ?? ownRoles(headers)
  const contents = headers.map((_, place) => contentOf(body, place, around))
  const roles = headers.map((name, place) => roleOf(name, contents[place] as Content))
  const dates = [...roles.keys()].filter((place) => roles[place] === 'date')
  // Weekdays beside dates say nothing more, and the first of two dates is the start.
  const date = dates.find((place) => contents[place]?.texts.some((text) => /\d/.test(text))) ?? dates[0]
  const start = roles.indexOf('startTime')
  const title = titlePlace(headers, roles, contents)
  const columns = headers.map((name, place): Column => {
    const content = contents[place] as Content
    const role = roles[place]
    const sample = (content.texts[0] ?? '').replace(/\s+/g, ' ').slice(0, LONGEST_SAMPLE)
    const guess = (): ColumnRole => {
      if (place === date) return dayOrderOf(content.texts)
      if (place === title) return 'title'
      if (role === 'title') return TITLES_WITH_TEXT.has(lettersOf(name)) ? 'text' : 'ignore'
      // The second column of times is the ends.
      if (role === 'startTime' && place > start && start >= 0 && !roles.includes('endTime')) return 'endTime'
      if (role !== undefined && role !== 'date')
        return roles.indexOf(role) === place || ['text', 'note', 'ignore'].includes(role) ? role : 'ignore'
      return role === undefined && isText(content, name) ? 'text' : 'ignore'
    }
    return { header: name === '' ? nameOf(place) : name, role: given ? (given[place] ?? 'ignore') : guess(), sample }
  })
  return { columns, first }
}

/**
 * True for a list with a lesson in each row, and not a grid of days: its header names a column of days, and one of titles. A column of whole
 * dates is enough unless the other columns are subjects or times.
 */
export const isList = (rows: readonly Row[], around: Around): boolean => {
  const header = headerIn(rows, around)
  if (header < 0) return false
  const headers = (rows[header]?.cells ?? []).map(({ text }) => text)
  const place = headers.findIndex((name) => known(name) === 'date')
  if (place < 0) return false
  if (headers.some((name) => known(name) === 'title' || TOPICS.includes(lettersOf(name)))) return true
  const lessons = headers.filter((name) => isSubject(name) || readTimes(name) !== null).length
  const days = rows.slice(header + 1, header + 1 + SAMPLED).flatMap(({ cells }) => (cells[place]?.text ? [cells[place].text] : []))
  const dated = days.filter((text) => /\d/.test(text) && 'from' in readDays(text, around)).length
  return lessons < 2 && dated * 2 > days.length
}
