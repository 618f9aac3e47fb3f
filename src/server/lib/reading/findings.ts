import { cleanLessonHtml } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import { MAX } from '#shared/limits.ts'
import { html } from '#shared/markup.ts'
import { plainText, textLines } from '#shared/plain-text.ts'
import type { ReadFile, ReadItem, ReadProblem, ReadTask } from './items.ts'
import { textKey } from './text-key.ts'

/** The file can't come in as a whole. The message is for the teacher. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Enough for one line of the preview. */
const MAX_WORDS = 60
/** Why a lesson without a title can’t come in. */
export const NO_TITLE = 'The lesson doesn’t have a title. Add one, and bring it in again.'

/** Characters of all texts together. One operation can't write more (calendar/quota), and a recurring event repeats its text. */
const MAX_TEXT = 10_000_000
/** Fewer than `hasEndlessMarks` rejects, because normalizing can add a few. */
const MARKS = /(\p{M}{15})\p{M}+/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes.
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Returns a stranger's text without the characters that can't be stored (shared/text.ts), in NFC. */
const storable = (text: string): string =>
  text
    .replace(CONTROLS, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(MARKS, '$1')
    .normalize('NFC')

const cut = (text: string, max: number): string =>
  text.length > max
    ? text
        .slice(0, max)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()
    : text

/** Returns a stranger's text on one line. */
const lineOf = (text: string): string => storable(text).replace(/\s+/g, ' ').trim()

/** Returns plain text as lesson HTML that isn't sanitized yet, with a paragraph per line. */
export const paragraphsOf = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => html`<p>${line}</p>`.text)
    .join('')

/** A lesson, day off or note with its text as HTML that isn't sanitized yet. Any of its texts may be anything. */
type Found = Omit<ReadItem, keyof Text> & { html?: string }
type Text = Pick<ReadItem, 'description' | 'words' | 'textKey'>
type More = Partial<Pick<ReadFile, 'lines' | 'columns'>>

const NO_TEXT: Text = { description: '' as LessonHtml, words: '', textKey: '' }
const textOf = (description: LessonHtml): Text => ({
  description,
  words: plainText(description, { limit: MAX_WORDS }).slice(0, MAX_WORDS),
  textKey: description === '' ? '' : textKey(description),
})

/** Returns a function that returns a text as stored, or none if it can't be. A recurring event's text is sanitized once. */
const makeCleaner = (problem: (line: number, message: string) => void): ((line: number, dirty: string) => Text) => {
  let last = { html: '', text: NO_TEXT }
  return (line, dirty) => {
    if (dirty === last.html) return last.text
    last = { html: dirty, text: NO_TEXT }
    try {
      // Sanitizing only makes text longer where it escapes it, so a much longer text isn't tried.
      if (dirty.length <= 2 * MAX.lessonHtml) last.text = textOf(cleanLessonHtml(storable(dirty)))
      else problem(line, 'The text is too long, so it was left out. The rest of the lesson comes in.')
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      problem(line, 'The text is too long or has too many lists inside each other, so it was left out. The rest of the lesson comes in.')
    }
    return last.text
  }
}

/**
 * Collects what a reader finds, and brings it within the planner's limits. Leaves out days that the teacher didn't ask for. Throws
 * {@link Unreadable} for more than can come in at once.
 */
export const makeFindings = ({ from, to }: Pick<ReadTask, 'from' | 'to'>) => {
  const items: ReadItem[] = []
  const problems: ReadProblem[] = []
  const lessonsOn = new Map<string, number>()
  let problemCount = 0
  let hasFound = false
  let needsWeek = false
  let characters = 0

  const problem = (line: number, message: string): void => {
    // A recurring event has the same problem each time.
    const last = problems.at(-1)
    if (last?.line === line && last.message === message) return
    hasFound = true
    problemCount += 1
    if (problems.length < MAX.importProblems) problems.push({ line, message })
  }

  const cleaned = makeCleaner(problem)

  const count = (added: number): void => {
    characters += added
    if (items.length >= MAX.importEntries)
      throw new Unreadable(
        `There are more than ${MAX.importEntries.toLocaleString('en-US')} lessons, days off and notes here. Choose a range of dates, or bring it in in parts.`,
      )
    if (characters > MAX_TEXT)
      throw new Unreadable('There’s too much text here for one import. Choose a range of dates, or bring it in in parts.')
  }

  const add = ({ html: dirty = '', ...found }: Found) => {
    hasFound = true
    const { line, kind, date } = found
    if (!isDay(date)) return problem(line, 'The date isn’t between 1970 and 2199.')
    if ((from !== undefined && date < from) || (to !== undefined && date > to)) return
    const isLesson = kind === 'lesson'
    const whole = kind === 'note' ? storable(found.title).trim() : lineOf(found.title)
    const title = cut(whole, isLesson ? MAX.title : MAX.markText)
    if (title === '') return problem(line, isLesson ? NO_TITLE : 'There’s no text.')
    if (title.length < whole.length) problem(line, `The ${isLesson ? 'title' : 'text'} is too long, so its end was left out.`)
    const onDay = (lessonsOn.get(date) ?? 0) + (isLesson ? 1 : 0)
    if (onDay > MAX.blocksOfDay)
      return problem(line, `${formatDay(date, 'long')} already has ${MAX.blocksOfDay} lessons in this file, and a day can’t hold more.`)
    lessonsOn.set(date, onDay)
    const { startTime } = found
    const endsInTime = found.endTime === null || (startTime !== null && found.endTime > startTime)
    if (!endsInTime) problem(line, 'It ends before it starts, so its end was left out.')
    const text = isLesson ? cleaned(line, dirty) : NO_TEXT
    count(title.length + text.description.length)
    const times = isLesson ? { startTime, endTime: endsInTime ? found.endTime : null } : { startTime: null, endTime: null }
    items.push({ line, kind, date, title, ...times, ...text })
  }

  const done = ({ lines = 0, columns = [] }: More): ReadFile => ({
    items,
    problems: problems.sort((a, b) => a.line - b.line),
    problemCount,
    lines,
    needsWeek,
    columns,
  })
  /** Returns the plain text of HTML that isn't sanitized, with a line per paragraph, cut to a note's length. */
  const plain = (line: number, dirty: string): string => textLines(cleaned(line, dirty).description, MAX.markText)
  /** True if nothing was found, also outside the days that the teacher asked for. */
  const isEmpty = (): boolean => !hasFound
  const askForWeek = (): void => {
    needsWeek = true
  }
  return { add, problem, plain, done, isEmpty, askForWeek }
}
