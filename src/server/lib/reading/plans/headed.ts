/**
 * Reads text with a heading per day, from a document or as it was pasted.
 *
 * 1. A heading is a short line that starts with a date, or with a weekday in a week that is known.
 * 2. Under a heading, a line with a clear time is a lesson: '8:00 Math', 'Math (10:30–11:30)'.
 * 3. If none has one, lessons are the headings and bold lines, or else the lines that start with a subject, or else the first line and each
 *    short line after an empty one.
 * 4. All other lines are the text of the lesson above. Before the first lesson, they are a note for the day.
 */
import { addDays, addMinutes } from '#shared/dates.ts'
import { partsOf } from '#shared/typed-line.ts'
import { isDayOff } from '../days-off.ts'
import { NO_TITLE } from '../findings.ts'
import { type DayOrder, dayOrderOf, type FoundDay, findDay, findWeek, mondayFrom, nextWeekday, quoted } from './days.ts'
import { type Part, partsOfText, type Row, splitTitle } from './parts.ts'
import { addDayOff, checkWeekday, chosenWeek, type Reading, startWeek } from './reading-state.ts'
import { isPlanPart, isSubject } from './school-words.ts'
import { readTable } from './table.ts'
import { readTimes, type Times, timesFrom, timesProblem } from './times.ts'
import { aroundIn } from './years.ts'

/** A paragraph, heading, list item or table, in the order of the document. */
export type Block =
  | (Part & { kind: 'line'; line: number; isHeading: boolean; isAfterGap: boolean })
  /** `html` is a list item. */
  | (Part & { kind: 'item'; line: number; list: 'ul' | 'ol' })
  | { kind: 'table'; line: number; html: string; rows: readonly Row[] }

const LONGEST_HEADING = 120
const LONGEST_TITLE = 100
/** Longer lines are only text. */
const LONGEST_LINE = 500
const LONGEST_PLAIN_TITLE = 60
const SEPARATED = /^\s*(?:$|[-–—:;|(\])·•/*~]|,\s|\.\s|\.$)/
/** Days have numbers and letters of their own, which aren't lessons: '(Day 3)', 'A Day', 'Week 14'. */
const DAY_NAME = /^(?:(?:day|week|wk)\s?#?[a-h\d]{1,3}|[a-h]\s?day|no\. ?\d{1,3})$/i
const DAY_NAME_BEFORE = /^(?:day\s?#?[a-h\d]{1,3}|[a-h]\s?day)\s{0,2}[:,;·•|/–—-]\s{0,2}(?=\p{L}|\d)/iu
/** Remarks about a whole day, which become its note: 'Half Day', '2-hour delay', 'Room 665'. */
const DAY_REMARK =
  /^(?:short day: .|early (?:release|dismissal|out)|(?:half|short|minimum|shortened)[- ]day|late start|delayed (?:start|opening)|\d{1,2}[- ]hours? (?:delay|early (?:release|dismissal))|testing|assembly schedule|(?:room|rm\.?) ?#?\w{1,6})\b.{0,40}$/i
const isRemark = (text: string): boolean => text.length <= LONGEST_TITLE && DAY_REMARK.test(text)
const EDGES = /^[\s:,;|(.·•/~–—-]+|[\s:,;|)·•/~–—-]+$/g
/** How our own documents begin days off and notes. */
const OWN_DAY_OFF = /^No school: (?=\S)/
const NOTE = /^(?:School )?note: (?=\S)/i
const SUBJECT_OF_ALL = /^(?:subject|class|course)(?:\s?name)?\s?:\s?(.{1,80})$/i

type Lesson = { line: number; title: string; times: Times | null; minutes: number | undefined; blocks: Block[] }
type Start = Omit<Lesson, 'line' | 'blocks'> & { text: string }

/** True for times that can't be anything else, such as 8:00, 8am, and 800-845. '3-5 groups' has none. */
const isClear = (start: string, end: string | undefined): boolean =>
  [start, end ?? ''].some((text) => /:\d{2}|\d\s?[ap]\.?m?\b|noon/i.test(text)) ||
  /^0\d{3}$/.test(start) ||
  (end !== undefined && start.length >= 3 && end.length >= 3)

/** Returns the lesson that a line with a clear time starts. */
const timedStart = (text: string): Start | null => {
  if (text.length > LONGEST_LINE) return null
  const alone = readTimes(text)
  if (alone && isClear(text, undefined)) return { title: '', times: alone, minutes: undefined, text: '' }
  const { title, start, end, minutes } = partsOf(text)
  if (!start || !isClear(start.text, end?.text)) return null
  const isTimeFirst = /^[^\p{L}\p{N}]{0,10}(?:from\s|\d{1,2}[.)]\s)?\s*(?:\d|noon)/iu.test(text)
  // 'Homework due at 8:00' isn't a lesson.
  if (!isTimeFirst && !end && !isSubject(title)) return null
  const times = timesFrom(start.text, end?.text ?? '')
  return times && { ...splitTitle(title), times, minutes }
}

const withoutMarks = (text: string): string => (text.length > LONGEST_LINE ? text : text.replace(/\*\*/g, '').replace(EDGES, '').trim())

const titledStart = (text: string): Start => ({ ...splitTitle(withoutMarks(text)), times: null, minutes: undefined })

const isPart = (text: string): boolean => isPlanPart(/^([^:–—]{1,40})\s*[:–—]/.exec(text)?.[1] ?? text)
const isHeadingLine = (block: Block): boolean =>
  block.kind === 'line' && block.isHeading && block.text.length <= LONGEST_TITLE && !isPart(block.text)
const isSubjectLine = (block: Block): boolean =>
  block.kind !== 'table' &&
  isSubject(block.text) &&
  !isPart(block.text) &&
  (/^[^:]{2,40}:\s/.test(block.text) ||
    /^.{2,30}\s[–—-]\s/.test(block.text) ||
    (block.text.length <= LONGEST_PLAIN_TITLE && !/[.?!,;]$/.test(block.text)))

/** Returns a function that tells which blocks of a day start a lesson. */
const startsIn = (blocks: readonly Block[]): ((block: Block) => Start | null) => {
  const isTimed = blocks.some((block) => block.kind !== 'table' && timedStart(block.text))
  const isHeaded = blocks.some(isHeadingLine)
  const hasSubjects = blocks.some(isSubjectLine)
  const isPlain = !isTimed && !isHeaded && !hasSubjects
  let isFirst = true
  return (block) => {
    if (block.kind === 'table') return null
    const timed = isTimed ? timedStart(block.text) : null
    if (timed) return timed
    if (isHeadingLine(block)) return titledStart(block.text)
    if (!isTimed && !isHeaded && hasSubjects && isSubjectLine(block)) return titledStart(block.text)
    const canStart = isPlain && block.kind === 'line' && !isPart(block.text) && (isFirst || block.isAfterGap)
    if (!canStart || block.text.length > (isFirst ? LONGEST_TITLE : LONGEST_PLAIN_TITLE) || (!isFirst && /[.?!,;:]$/.test(block.text)))
      return null
    isFirst = false
    return titledStart(block.text)
  }
}

/** Joins list items that follow each other. */
const htmlOfBlocks = (blocks: readonly Block[]): string => {
  let html = ''
  let list = ''
  for (const block of blocks) {
    const next = block.kind === 'item' ? block.list : ''
    if (list !== next) html += `${list && `</${list}>`}${next && `<${next}>`}`
    list = next
    html += block.html
  }
  return html + (list && `</${list}>`)
}

const addLesson = ({ line, title, times, minutes, blocks }: Lesson, date: string, { findings }: Reading): void => {
  const message = times && timesProblem(times)
  const problem = message ?? (title === '' ? NO_TITLE : null)
  if (problem !== null) {
    findings.problem(line, problem)
    return
  }
  const startTime = times?.startTime ?? null
  const endTime = times?.endTime ?? (startTime !== null && minutes !== undefined ? addMinutes(startTime, minutes) : null)
  findings.add({ line, kind: 'lesson', date, title, startTime, endTime, html: htmlOfBlocks(blocks) })
}

const asBlocks = (text: string, line: number): Block[] =>
  partsOfText(text).map((part): Block => ({ ...part, kind: 'line', line, isHeading: false, isAfterGap: false }))

const asBlock = (html: string, line: number): Block => ({ kind: 'table', line, html, rows: [] })

const titledLesson = ({ text, line }: { text: string; line: number }): Omit<Lesson, 'line'> => {
  const start = titledStart(text)
  return { title: start.title, times: null, minutes: undefined, blocks: asBlocks(start.text, line) }
}

/** Reads the blocks under a day's heading. */
const readDay = (blocks: readonly Block[], date: string, reading: Reading): void => {
  const startOf = startsIn(blocks)
  const before: Block[] = []
  const lessons: Lesson[] = []
  for (const block of blocks) {
    const { line } = block
    const last = lessons.at(-1)
    if (block.kind === 'table') {
      const left = readTable(block, { ...reading, day: date })
      const rest = left === '' ? [] : [asBlock(left, line)]
      if (last) last.blocks.push(...rest)
      else before.push(...rest)
      continue
    }
    if (block.kind === 'line' && isDayOff(block.text) && (!last || block.isHeading)) {
      addDayOff(reading, line, date, withoutMarks(block.text).replace(OWN_DAY_OFF, ''))
      continue
    }
    if (block.kind === 'line' && !last && NOTE.test(block.text)) {
      const title = block.text.replace(NOTE, '')
      reading.findings.add({ line, kind: 'note', date, title, startTime: null, endTime: null })
      continue
    }
    const start = startOf(block)
    // The line after '8:00 – 8:45' is the title.
    if (last && last.title === '' && (!start || start.times === null)) {
      const { title, text } = splitTitle(withoutMarks(block.text))
      last.title = title
      last.blocks.push(...asBlocks(text, line))
    } else if (start) {
      const opening = block.html.includes('<a ') && start.text !== '' ? [block] : asBlocks(start.text, line)
      lessons.push({ line, title: start.title, times: start.times, minutes: start.minutes, blocks: opening })
    } else if (last) last.blocks.push(block)
    else before.push(block)
  }
  const [first] = before
  if (first?.kind === 'line' && before.length === 1 && lessons.length === 0 && first.text.length <= LONGEST_TITLE)
    lessons.push({ line: first.line, ...titledLesson(first) })
  else if (first && lessons.length === 0)
    lessons.push({ line: first.line, title: reading.subject || 'Lesson', times: null, minutes: undefined, blocks: before })
  else if (first) {
    const text = before
      .map((block) => (block.kind === 'table' ? '' : block.text))
      .filter((line) => line !== '')
      .join('\n')
    if (text !== '') reading.findings.add({ line: first.line, kind: 'note', date, title: text, startTime: null, endTime: null })
  }
  for (const lesson of lessons) addLesson(lesson, date, reading)
}

/** A day's heading, with the blocks below it. `date` is null if the heading's date can't be. */
type Section = { date: string | null; blocks: Block[] }

/** Returns the rest of a day's heading without the day's number. A remark about the day becomes its note. */
const restOf = (rest: string): string => {
  const parts = rest
    .split(/\s[·•|/]\s|[()]/)
    .map((part) => part.replace(EDGES, '').trim())
    .filter((part) => part !== '')
  const more = parts.filter((part) => !DAY_NAME.test(part))
  const text = more.length === parts.length ? rest.replace(EDGES, '').trim() : more.join(' · ')
  return isRemark(text) ? `Note: ${text}` : text
}

const STARTS_LIKE_TITLE = /^\s+\p{Lu}/u
/** True for '11/30 Slope'. If several lines are like this, each is a day. */
const startsWithDate = (block: Block, reading: Reading): boolean => {
  const found = block.kind === 'line' ? findDay(block.text, reading.around) : null
  return found !== null && found.kind !== 'weekday' && STARTS_LIKE_TITLE.test(found.rest)
}

/** True if the text after a day shows that the line is the day's heading. */
const isClosed = ({ kind, rest }: FoundDay, { text, isHeading }: Extract<Block, { kind: 'line' }>, isDated: boolean): boolean => {
  const more = rest.replace(EDGES, '').trim()
  if (SEPARATED.test(rest) || isDayOff(rest) || DAY_NAME.test(more) || isRemark(more)) return true
  // '3/4 of a pizza' is a lesson's heading.
  const isFull = /\p{L}{3}|\d{4}/u.test(text.slice(0, text.length - rest.length))
  return kind !== 'weekday' && ((isHeading && isFull) || (isDated && STARTS_LIKE_TITLE.test(rest)))
}

/** Returns the section that a line's heading starts, or null if the line isn't a heading. */
const sectionAt = (block: Block, reading: Reading, isDated: boolean): Section | null => {
  if (block.kind !== 'line' || block.text.length > LONGEST_HEADING) return null
  const found = findDay(block.text.replace(/\*\*/g, '').replace(DAY_NAME_BEFORE, ''), reading.around)
  if (!found || !isClosed(found, block, isDated)) return null
  const { line } = block
  const rest = restOf(found.rest)
  const blocks: Block[] =
    rest === '' ? [] : [{ ...block, text: rest, html: partsOfText(rest)[0]?.html ?? '', isHeading: false, isAfterGap: true }]
  if (found.kind === 'day') {
    checkWeekday(reading, line, found.date, found.weekday)
    return { date: found.date, blocks }
  }
  if (found.kind === 'never') {
    reading.findings.problem(line, found.message)
    return { date: null, blocks: [] }
  }
  const isKnown = reading.week !== null || reading.day !== null
  if ((found.isShort && rest !== '' && !isKnown) || /^,/.test(found.rest.trim())) return null
  if (reading.week === null && reading.day !== null) return { date: nextWeekday(reading.day, found.weekday), blocks }
  reading.week ??= chosenWeek(reading)
  if (reading.week !== null) return { date: addDays(reading.week, found.weekday - 1), blocks }
  reading.findings.problem(line, `We can’t tell which week this is: ${quoted(block.text)}. Add a heading such as “Week of November 30”`)
  return { date: null, blocks: [] }
}

const NO_DAYS = 'We can’t find any days with lessons. Put a heading such as “Monday, November 30” over each day.'

const NO_LESSONS = 'We can’t find any lessons under these days.'

/** Returns how a document's headings write days. */
export const orderIn = (blocks: readonly Block[]): DayOrder =>
  dayOrderOf(blocks.flatMap((block) => (block.kind === 'line' ? block.text.slice(0, 60) : [])))

const textsIn = (blocks: readonly Block[]): string[][] =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map(({ cells }) => cells.map(({ text }) => text)) : [[block.text]]))

/** Reads a document's blocks. */
export const readHeaded = (blocks: readonly Block[], reading: Reading): void => {
  let section: Section | null = null
  let hasEmptyTable = false
  reading.around = aroundIn(textsIn(blocks), reading.around)
  const isDated = blocks.filter((block) => startsWithDate(block, reading)).length >= 2
  const endDay = (): void => {
    if (section?.date) readDay(section.blocks, section.date, reading)
    section = null
  }
  for (const block of blocks) {
    const week = block.kind === 'line' && block.text.length <= LONGEST_HEADING && findWeek(block.text, reading.around) ? block : null
    const next = week ? null : sectionAt(block, reading, isDated)
    if (week) {
      endDay()
      startWeek(week.text, reading)
    } else if (next) {
      endDay()
      section = next
      reading.day = next.date ?? reading.day
      if (reading.week !== null && next.date) reading.week = mondayFrom(next.date)
    } else if (section) section.blocks.push(block)
    else if (block.kind === 'table') {
      if (readTable(block, reading) === '') hasEmptyTable = true
    } else reading.subject = SUBJECT_OF_ALL.exec(block.text)?.[1]?.trim() ?? reading.subject
  }
  endDay()
  if (reading.findings.isEmpty()) reading.findings.problem(0, hasEmptyTable ? NO_LESSONS : NO_DAYS)
}
