/**
 * Reads the files in which lessons leave Firstbell, exactly as they left: spreadsheets, Markdown and Word documents
 * (export/lessons/documents.ts). Other files are read by guessing, which would take 'Math: Fractions' for a title and a text.
 */
import { LESSON_COLUMNS } from '#server/lib/csv/lesson-columns.ts'
import { paragraphsOf } from '#server/lib/reading/findings.ts'
import { minutesOf, timeOf } from '#shared/dates.ts'
import type { ColumnRole } from '#shared/imports/rules.ts'
import { MAX } from '#shared/limits.ts'
import { htmlOfMarkdown } from '#shared/markdown.ts'
import { html } from '#shared/markup.ts'
import { findDay, findWeek, quoted, readDays } from './days.ts'
import type { Block } from './headed.ts'
import { htmlOf, type Row } from './parts.ts'
import { addDayOff, type Reading } from './reading-state.ts'
import { readTable } from './table.ts'
import { readTimes, type Times, timesFrom, timesProblem } from './times.ts'

/** The line below a document's title: 'Ann Lee · November 16 – December 18, 2026'. */
const SUBTITLE = / · (?:[A-Z][a-z]{2,8} \d{1,2}(?:, \d{4})? – )?[A-Z][a-z]{2,8} \d{1,2}, \d{4}$/
const LONGEST_SUBTITLE = 500
const LONGEST_HEADING = 200
/** Characters of a paragraph. The cost of its stars and brackets grows with the square of its length. */
const LONGEST_MARKDOWN = 10_000
/** 'Thursday, November 19, 2026 · Day 4'. */
const FULL_DAY = /^[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}(?: ·|$)/
const MARK = /^(No school|School note|Note):\s?/
const TIMES = /^(\d{1,2}:\d{2})(?: ([AP]M))? – (\d{1,2}:\d{2})(?: ([AP]M))?(?= |$)/
const TABLE = ['Time', 'Lesson', 'Plan']
const NOON = 720

type Lesson = { line: number; date: string; title: string; times: Times | null; html: string }

const isSubtitle = (text: string): boolean => text.length <= LONGEST_SUBTITLE && SUBTITLE.test(text)

/** Returns the times at the start of a text as our documents write them: '8:00 – 8:45 AM', '13:05 – 14:00'. */
const ownTimes = (text: string): Times | null => {
  const [words, start = '', half, end = '', endHalf] = TIMES.exec(text) ?? []
  if (words === undefined) return null
  const exact = (time: string, half: string | undefined): string =>
    half === undefined ? time.padStart(5, '0') : timeOf((minutesOf(time.padStart(5, '0')) % NOON) + (half === 'PM' ? NOON : 0))
  return { startTime: exact(start, half ?? endHalf), endTime: exact(end, endHalf), words }
}

const addLesson = ({ line, date, title, times, html }: Lesson, { findings }: Reading): void => {
  const problem = times && timesProblem(times)
  if (problem) findings.problem(line, problem)
  else findings.add({ line, kind: 'lesson', date, title, startTime: times?.startTime ?? null, endTime: times?.endTime ?? null, html })
}

const addNote = (line: number, date: string, title: string, { findings }: Reading): void =>
  findings.add({ line, kind: 'note', date, title, startTime: null, endTime: null })

/** Adds a day off or a note, as in 'No school: Snow day'. A text without a label is a note. */
const addMark = (line: number, date: string, text: string, reading: Reading): void => {
  const [whole = '', label] = MARK.exec(text) ?? []
  const rest = text.slice(whole.length).trim()
  if (label === 'No school') addDayOff(reading, line, date, rest)
  else if (rest !== '') addNote(line, date, rest, reading)
}

/** Returns the date of a heading, or null after naming the problem. */
const dayOf = (line: number, text: string, { findings, around }: Reading): string | null => {
  const found = findDay(text.slice(0, LONGEST_HEADING), around)
  if (found?.kind === 'day') return found.date
  findings.problem(line, found?.kind === 'never' ? found.message : `We can’t read the date ${quoted(text)}`)
  return null
}

/** True for the columns of our own spreadsheets, unless the teacher has given them another meaning. */
export const hasOwnColumns = (columns: readonly { role: ColumnRole }[]): boolean =>
  columns.length === LESSON_COLUMNS.length && columns.every(({ role }, place) => role === LESSON_COLUMNS[place]?.role)

/** Returns a lesson's text with the lists that its lines have. */
const htmlOfLines = (text: string): string =>
  text
    .split(/(?<=^|\n)((?:• [^\n]*(?:\n|$))+)/)
    .map((part) =>
      part.startsWith('• ')
        ? html`<ul>${part
            .trimEnd()
            .split('\n')
            .map((item) => html`<li><p>${item.slice(2)}</p></li>`)}</ul>`.text
        : paragraphsOf(part),
    )
    .join('')

/** Reads the rows below the header of our own spreadsheets, which another program may have saved with its own dates and times. */
export const readOwnRows = (rows: readonly Row[], reading: Reading): void => {
  for (const { line, cells } of rows) {
    const [date = '', start = '', end = '', title = '', , plan = '', dayOff = '', note = ''] = cells.map(({ text }) => text)
    const days = readDays(date, reading.around)
    if (!('from' in days)) {
      reading.findings.problem(line, 'message' in days ? days.message : `We can’t read the date ${quoted(date)}`)
      continue
    }
    const on = { line, date: days.from }
    const times = start === '' ? null : timesFrom(start, end)
    if (dayOff !== '') addDayOff(reading, line, on.date, dayOff)
    if (note !== '') addNote(line, on.date, note, reading)
    if (title === '' && dayOff + note !== '') continue
    if (start !== '' && !times) reading.findings.problem(line, `We can’t read the time ${quoted(start)}`)
    else addLesson({ ...on, title, times, html: htmlOfLines(plan.replace(/\r\n?/g, '\n')) }, reading)
  }
}

const FENCE = /^`{3,}$/
const unescaped = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, '$1')

type Section = { line: number; heading: string; level: number; body: string[] }

/** Returns the headings for days and lessons with the lines below them. */
const sectionsOf = (lines: readonly string[]): Section[] => {
  const sections: Section[] = []
  let fence = ''
  for (const [place, line] of lines.entries()) {
    const [, level, heading = ''] = fence === '' ? (/^(#{1,3}) (.*)$/.exec(line) ?? []) : []
    if (level !== undefined) sections.push({ line: place + 1, heading: unescaped(heading).trim(), level: level.length, body: [] })
    else sections.at(-1)?.body.push(line)
    if (FENCE.test(line)) fence = fence === '' ? line : fence === line ? '' : fence
  }
  return sections
}

/** Reads our own Markdown. Returns false if the text is anything else. */
export const readOwnMarkdown = (content: string, reading: Reading): boolean => {
  const [title = '', gap, subtitle = ''] = content.split(/\r\n?|\n/, 3)
  if (!title.replace(/^\ufeff/, '').startsWith('# ') || gap !== '' || !isSubtitle(unescaped(subtitle))) return false
  let date: string | null = null
  for (const { line, heading, level, body } of sectionsOf(content.split(/\r\n?|\n/)).slice(1)) {
    const text = body.join('\n').trim()
    if (level < 3) {
      date = dayOf(line, heading, reading)
      const marks = text.split(/\n\s*\n/).map((mark) => unescaped(mark.replace(/\\$/gm, '').replace(/^\*\*([^*]{1,20}:)\*\*/, '$1')))
      if (date !== null) for (const mark of marks) addMark(line, date, mark.trim(), reading)
    } else if (date !== null) {
      const times = ownTimes(heading)
      const isLong = text.length > MAX.lessonHtml || text.split('\n\n').some((part) => part.length > LONGEST_MARKDOWN)
      const shown = isLong ? paragraphsOf(text) : htmlOfMarkdown(text)
      addLesson({ line, date, title: heading.slice(times?.words.length ?? 0).trim(), times, html: shown }, reading)
    }
  }
  return true
}

const lessonsIn = (rows: readonly Row[], date: string): Lesson[] | null => {
  const [head, ...others] = rows
  if (!TABLE.every((name, place) => head?.cells[place]?.text === name)) return null
  return others.map(({ line, cells: [time, title, plan] }) => ({
    ...{ line, date, title: title?.text ?? '', html: htmlOf(plan?.parts() ?? []) },
    times: ownTimes(time?.text ?? '') ?? readTimes(time?.text ?? ''),
  }))
}

/** Returns a day's paragraphs, whose lines are blocks of their own. */
const paragraphsIn = (blocks: readonly Block[]): { line: number; text: string }[] => {
  const paragraphs: { line: number; text: string }[] = []
  for (const block of blocks) {
    const last = paragraphs.at(-1)
    const text = block.kind === 'table' ? '' : block.text
    if (last?.line === block.line) last.text += `\n${text}`
    else paragraphs.push({ line: block.line, text })
  }
  return paragraphs
}

const readDay = (date: string, blocks: readonly Block[], reading: Reading): void => {
  const before: Block[] = []
  const lessons: Lesson[] = []
  for (const block of blocks) {
    const found = block.kind === 'table' ? lessonsIn(block.rows, date) : null
    const left = block.kind === 'table' && !found ? readTable(block, { ...reading, day: date }) : block.html
    const last = lessons.at(-1)
    if (found) lessons.push(...found)
    else if (last) last.html += left
    else before.push(block)
  }
  for (const { line, text } of paragraphsIn(before)) addMark(line, date, text, reading)
  for (const lesson of lessons) addLesson(lesson, reading)
}

/** Reads the blocks of our own Word documents. Returns false if the document is anything else. */
export const readOwnWord = (blocks: readonly Block[], reading: Reading): boolean => {
  const [title, subtitle, ...others] = blocks
  if (title?.kind !== 'line' || !title.isHeading || subtitle?.kind !== 'line' || !isSubtitle(subtitle.text)) return false
  const isDay = (block: Block): boolean => block.kind === 'line' && block.isHeading && FULL_DAY.test(block.text)
  if (!others.some(isDay)) return false
  let day: { date: string | null; blocks: Block[] } | null = null
  const endDay = (): void => {
    if (day?.date) readDay(day.date, day.blocks, reading)
    day = null
  }
  for (const block of others) {
    const heading = block.kind === 'line' && block.isHeading && block.text.length <= LONGEST_HEADING ? block.text : ''
    const found = heading === '' ? null : findDay(heading, reading.around)
    if (found && found.kind !== 'weekday') {
      endDay()
      day = { date: dayOf(block.line, heading, reading), blocks: [] }
    } else if (heading !== '' && findWeek(heading, reading.around) !== null) endDay()
    else day?.blocks.push(block)
  }
  endDay()
  return true
}
