/**
 * Parses a day as a teacher types it, one lesson per line: '8:20 Reading Workshop', '8:20-9:05 Math', 'Lunch 11:30-12:15'.
 *
 * 1. A lesson ends at its end time or after its length ('Math - 60 min') if it has one, or when the next line starts. The last one gets the
 *    default length.
 * 2. A lesson without an end time never lasts over 90 minutes: then it gets an hour, and lunch isn't part of it. For lunch, recess and
 *    prep, the limit is an hour.
 * 3. A line with a length and no time starts when the line before it ends.
 * 4. Without am or pm, times from one to six o'clock are in the afternoon. So are times earlier than the previous line's.
 */

import { addMinutes, minutesOf as minutesIn, timeOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { type Clock, partsOf } from '#shared/typed-line.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { isWithoutClass } from './breaks.ts'

export type UsualLesson = Slot & {
  /** The line it was typed on, starting at 1. */
  line: number
  /** True for lunch, recess, prep and the like, which don't have a class. */
  isBreak: boolean
  /** True if the teacher typed when it ends. */
  hasEnd: boolean
}
/** A line that can't be parsed, with the reason. Line numbers start at 1. */
export type LineProblem = { line: number; message: string }
export type UsualDay = { lessons: UsualLesson[]; problems: LineProblem[] }

/** Enough for 60 lines with the longest titles. */
export const MOST_TYPED = 20_000
/** Characters of a line. A longer one has a title that is too long anyway. */
const MOST_OF_LINE = 500
const HALF_A_DAY = 720
const LAST_MINUTE = 1439
/** A whole school day, in minutes. */
const LONGEST_LESSON = 480
/** Longest lesson without a typed end, in minutes. */
const LONGEST_GUESS = 90
/** The length of a lesson that would be longer, and the longest break without a typed end, in minutes. */
const AN_HOUR = 60
/** Shortest gap that may be a forgotten lunch, in minutes. */
const SHORTEST_LUNCH = 30
const isTime = ({ hour, minute, half }: Clock): boolean => minute < 60 && (half ? hour >= 1 && hour <= 12 : hour < 24)

/** Returns the minutes since midnight of a time with am or pm, or in 24-hour format. */
const minutesOf = ({ hour, minute, half }: Clock): number => (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + minute

/** Returns a time as a teacher types it and as this parser reads it back: '8:20', or '13:15' where '1:15' could be read as the night. */
const plainTime = (time: string): string => (time < '01:00' || time >= '07:00' ? time.replace(/^0/, '') : time)

const afternoon = (minutes: number): number => (minutes < HALF_A_DAY ? minutes + HALF_A_DAY : minutes)

/**
 * Returns when a lesson starts, in minutes since midnight. `before` is the previous line's start. If `end` is marked pm, the start is also
 * in the afternoon, unless that would be after the end.
 */
const startOf = (clock: Clock, before: number, end: Clock | undefined): number => {
  const start = minutesOf(clock)
  if (clock.half || clock.isPadded || clock.hour > 12) return start
  if (end?.half) return end.half === 'p' && afternoon(start) < minutesOf(end) ? afternoon(start) : start
  return (clock.hour >= 1 && clock.hour <= 6) || start < before ? afternoon(start) : start
}

/**
 * Returns when a lesson ends, in minutes since midnight. '11-1' ends at one in the afternoon. '9-8' is treated as a typo, so that lesson
 * ends before it starts.
 */
const endOf = (clock: Clock, start: number): number => {
  const end = minutesOf(clock)
  if (clock.half || clock.isPadded || end > start) return end
  return afternoon(end) - start <= LONGEST_LESSON ? afternoon(end) : end
}

type Line = { title: string; start: number; end: number | undefined; hasEnd: boolean; line: number }
const NO_TIME = 'Start with a time, like 8:20 Math.'

/** Returns when a line without a time starts, such as 'Math - 60 min': when the line before it ends. */
const startAfter = (before: Line | undefined, duration: number): number | undefined => before && (before.end ?? before.start + duration)

/** Parses a line, given the line before it. Returns an error message if the line can't be parsed. */
const lineOf = (typed: string, before: Line | undefined, line: number, duration: number): Line | string => {
  const { title, start: clock, end: endClock, minutes } = partsOf(typed)
  for (const time of [clock, endClock]) if (time && !isTime(time)) return `${time.text} isn’t a valid time.`
  const start = clock ? startOf(clock, before?.start ?? 0, endClock) : minutes && startAfter(before, duration)
  if (start === undefined) return NO_TIME
  if (title === '') return clock ? `Add a title after ${clock.text}.` : NO_TIME
  if (title.length > MAX.title) return `Titles can be up to ${MAX.title} characters.`
  if (start >= LAST_MINUTE) return 'This lesson starts too late in the day.'
  const end = endClock ? endOf(endClock, start) : minutes && Math.min(start + minutes, LAST_MINUTE)
  return end !== undefined && end <= start ? 'This lesson ends before it starts.' : { title, start, end, hasEnd: end !== undefined, line }
}

const lessonOf = ({ title, start, end, hasEnd, line }: Line, next: number | undefined, duration: number): UsualLesson => {
  const startTime = timeOf(start)
  const isBreak = isWithoutClass(title)
  const room = next === undefined ? duration : next - start
  const length = room > (isBreak ? AN_HOUR : LONGEST_GUESS) ? AN_HOUR : room
  const endTime = end === undefined ? addMinutes(startTime, length) : timeOf(end)
  return { title, startTime, endTime, line, isBreak, hasEnd }
}

/** Time without a lesson, of at least 30 minutes, after `lesson`. */
export type Gap = { startTime: string; endTime: string; lesson: UsualLesson }

/** Returns the gaps between lessons that a teacher may want to fill: with lunch, or by making the lesson before longer. */
export const gapsIn = (lessons: readonly UsualLesson[]): Gap[] => {
  const gaps: Gap[] = []
  let last: UsualLesson | undefined
  for (const lesson of lessons) {
    const { startTime: endTime } = lesson
    if (last && minutesIn(endTime) - minutesIn(last.endTime) >= SHORTEST_LUNCH)
      gaps.push({ startTime: last.endTime, endTime, lesson: last })
    if (!last || lesson.endTime > last.endTime) last = lesson
  }
  return gaps
}

/** Returns the text with a line of its own for a gap, after the lesson before it. Without a title, the teacher types one. */
export const withGapFilled = (text: string, { startTime, endTime, lesson }: Gap, title: string): string => {
  const lines = text.split('\n')
  return [...lines.slice(0, lesson.line), `${plainTime(startTime)}-${plainTime(endTime)} ${title}`, ...lines.slice(lesson.line)].join('\n')
}

/** Returns the text with the lesson before the gap lasting until its end. */
export const withLonger = (text: string, { endTime, lesson }: Gap): string => {
  const lines = text.split('\n')
  lines[lesson.line - 1] = `${plainTime(lesson.startTime)}-${plainTime(endTime)} ${lesson.title}`
  return lines.join('\n')
}

/** Returns the lessons in a typed day in chronological order, and the lines that can't be parsed. `duration` is in minutes. */
export const usualDay = (text: string, duration: number): UsualDay => {
  const lines: Line[] = []
  const problems: LineProblem[] = []
  let before: Line | undefined
  for (const [at, whole] of text.slice(0, MOST_TYPED).split('\n').entries()) {
    const typed = whole.trim().slice(0, MOST_OF_LINE)
    if (!/[\p{L}\p{N}]/u.test(typed)) continue
    if (lines.length + problems.length === MAX.blocksOfDay) {
      problems.push({ line: at + 1, message: `A day can hold up to ${MAX.blocksOfDay} lessons. Remove a few lines.` })
      break
    }
    const line = lineOf(typed, before, at + 1, duration)
    if (typeof line === 'string') problems.push({ line: at + 1, message: line })
    else {
      lines.push(line)
      before = line
    }
  }
  if (text.length > MOST_TYPED) problems.push({ line: text.split('\n').length, message: 'This is too long for a day. Remove some of it.' })
  lines.sort((a, b) => a.start - b.start)
  const lessons = lines.map((line) => lessonOf(line, lines.find(({ start }) => start > line.start)?.start, duration))
  return { lessons, problems }
}

/** Returns all lines for a preview: the lessons in chronological order, and each line that can't be parsed after the line before it. */
export const previewLines = ({ lessons, problems }: UsualDay): (UsualLesson | LineProblem)[] => {
  const rows: (UsualLesson | LineProblem)[] = [...lessons]
  for (const problem of problems) {
    const before = rows.filter(({ line }) => line < problem.line)
    const last = before.reduce<UsualLesson | LineProblem | undefined>(
      (found, one) => (found && found.line > one.line ? found : one),
      undefined,
    )
    rows.splice(last ? rows.indexOf(last) + 1 : 0, 0, problem)
  }
  return rows
}
