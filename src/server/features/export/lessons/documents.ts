/** The files in which lessons leave: a spreadsheet, Markdown, and the pages of a PDF. Each is written in parts, in the order of its days. */

import type { CalendarRef, StoredBlock } from '#server/features/calendar/tables.ts'
import { markBox, renderBlock, SHEET_END, sheetBegin } from '#server/features/export/documents.ts'
import { csvCell } from '#server/lib/csv/cells.ts'
import { LESSON_COLUMNS } from '#server/lib/csv/lesson-columns.ts'
import { escapeMarkdown, markdownOf } from '#server/lib/html/markdown-of.ts'
import { CALENDAR_END, calendarStart, eventWriter, noteEvent, uidOf } from '#server/lib/icalendar/calendar-file.ts'
import type { WordDay, WordTask } from '#server/lib/word/word-file.ts'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatDay, formatTimes, mondayOf, rangeInWords } from '#shared/dates.ts'
import { html } from '#shared/markup.ts'
import { isBlank, textLines } from '#shared/plain-text.ts'

/** A day as it leaves. Its lessons are in order, without those that the planner doesn't show. */
export type LessonDay = {
  date: string
  /** The day's number in the timetable and what makes it short, such as 'Day 3'. */
  labels: readonly string[]
  /** The reasons why there is no school. Two if the school and the teacher closed the day. */
  daysOff: readonly string[]
  notes: readonly { label: string; text: string }[]
  lessons: readonly StoredBlock[]
  version: number
}
export type LessonFile = {
  /** 'Lessons', or the name of a class. */
  title: string
  /** Both days included. */
  from: string
  to: string
  /** Empty if the teacher has no display name. An email address would tell strangers who to write to. */
  teacher: string
  timeFormat: Preferences['timeFormat']
  days: AsyncIterable<LessonDay>
}

/** Joins the parts of a heading that there are. */
const inOneLine = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')

/** Returns whose lessons these are, and of which dates. Never starts with a date, so that it isn't a day's heading when it comes back. */
export const aboutFile = ({ teacher, from, to }: Pick<LessonFile, 'teacher' | 'from' | 'to'>): string =>
  inOneLine(teacher || 'Dates', rangeInWords({ from, to }))

const rowOf = (cells: readonly string[]): string => `${LESSON_COLUMNS.map((_, at) => csvCell(cells[at] ?? '')).join(',')}\r\n`

/** Yields a CSV file with a row for each lesson, day off and note. Starts with a byte order mark, because Excel reads it as Latin-1 otherwise. */
export async function* csvOf({ days }: LessonFile, classes: ReadonlyMap<string, string>): AsyncGenerator<string> {
  yield `\uFEFF${rowOf(LESSON_COLUMNS.map(({ header }) => header))}`
  for await (const { date, daysOff, notes, lessons } of days) {
    for (const reason of daysOff) yield rowOf([date, '', '', '', '', '', reason])
    for (const { text } of notes) yield rowOf([date, '', '', '', '', '', '', text])
    for (const { startTime, endTime, title, classId, description } of lessons)
      yield rowOf([date, startTime, endTime, title, classes.get(classId ?? '') ?? '', textLines(description)])
  }
}

type Calendar = { calendar: Pick<CalendarRef, 'id'>; timezone: string; now: Date }

/** Yields a calendar file with an event for each lesson, day off and note. */
export async function* icsOf(
  { title, from, to, teacher, days }: LessonFile,
  { calendar, timezone, now }: Calendar,
): AsyncGenerator<string> {
  const write = eventWriter(timezone)
  yield calendarStart({ name: inOneLine(title, teacher), timezone, from, to })
  for await (const { date, daysOff, notes, lessons, version } of days) {
    // The ids of days off and notes contain a dot, which no lesson's id does.
    const event = (id: string) => ({ uid: uidOf(calendar.id, date, id), date, version, changedAt: now })
    yield [
      ...daysOff.map((reason, index) => write({ ...event(index === 0 ? 'day.off' : `day.off-${index}`), title: reason })),
      ...notes.map(({ label, text }) => write({ ...event(label === 'Note' ? 'day.note' : 'school.note'), ...noteEvent(text) })),
      ...lessons.map((lesson) => write({ ...event(lesson.id), title: lesson.title, times: lesson, text: textLines(lesson.description) })),
    ].join('')
  }
  yield CALENDAR_END
}

const dayInWords = ({ date, labels }: LessonDay): string => inOneLine(formatDay(date, 'full'), ...labels)
const weekInWords = (date: string): string => `Week of ${formatDay(mondayOf(date), 'long')}`

/** The label and text of each line about a day. */
const linesAbout = ({ daysOff, notes }: LessonDay): { label: string; text: string }[] => [
  ...daysOff.map((text) => ({ label: 'No school', text })),
  ...notes,
]

/** Yields Markdown with a heading for each day and lesson. */
export async function* markdownFileOf({ title, from, to, teacher, timeFormat, days }: LessonFile): AsyncGenerator<string> {
  yield `# ${escapeMarkdown(title)}\n\n${escapeMarkdown(aboutFile({ teacher, from, to }))}\n`
  for await (const day of days) {
    yield `\n## ${escapeMarkdown(dayInWords(day))}\n`
    for (const { label, text } of linesAbout(day))
      yield `\n**${label}:** ${text
        .split(/\r\n?|\n/)
        .map(escapeMarkdown)
        .join('\\\n')}\n`
    for (const lesson of day.lessons) {
      const text = markdownOf(lesson.description)
      yield `\n### ${escapeMarkdown(`${formatTimes(lesson, timeFormat).replaceAll('\u00a0', ' ')} ${lesson.title}`)}\n${text && `\n${text}\n`}`
    }
  }
}

const dayPart = (day: LessonDay, timeFormat: Preferences['timeFormat']) => {
  const [first, ...others] = day.lessons.map((lesson) => renderBlock({ ...lesson, hasAlert: false }, timeFormat))
  return html`
<div class="begin"><h2 class="day">${dayInWords(day)}</h2>
${day.daysOff.map((reason) => markBox('Non-instructional Day', reason, 'box urgent'))}${day.notes.map(({ label, text }) => markBox(label, text))}${first}</div>${others}`
}

/** Yields a printable page in parts, with a sheet for each week. Its lessons are sanitized. */
export async function* lessonsPage({ title, from, to, teacher, timeFormat, days }: LessonFile): AsyncGenerator<string> {
  yield html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}, ${rangeInWords({ from, to })}</title></head><body>`
    .text
  let shown = ''
  for await (const day of days) {
    const week = weekInWords(day.date)
    if (week !== shown) yield html`${shown !== '' && SHEET_END}${sheetBegin(inOneLine(title, week, teacher))}<h1>${week}</h1>`.text
    shown = week
    yield dayPart(day, timeFormat).text
  }
  yield `${SHEET_END.text}</body></html>`
}

/** Returns the weeks of a Word document. The lessons are sanitized. */
export const wordWeeksOf = async ({ timeFormat, days }: LessonFile): Promise<WordTask['weeks']> => {
  const weeks: { heading: string; days: WordDay[] }[] = []
  for await (const day of days) {
    const heading = weekInWords(day.date)
    if (weeks.at(-1)?.heading !== heading) weeks.push({ heading, days: [] })
    const lessons = day.lessons.map((lesson) => ({
      times: formatTimes(lesson, timeFormat).replaceAll('\u00a0', ' '),
      title: lesson.title,
      html: isBlank(lesson.description) ? '' : lesson.description,
    }))
    weeks.at(-1)?.days.push({ heading: dayInWords(day), lines: linesAbout(day), lessons })
  }
  return weeks
}
