/**
 * Parses a day as a teacher types it, one lesson per line: '8:20 Reading Workshop', '8:20-9:05 Math', '1:15 pm Science'.
 *
 * 1. A lesson ends at its end time if it has one, or when the next lesson starts. The last one gets the default length.
 * 2. Without am or pm, times from one to six o'clock are in the afternoon. So are times earlier than the previous
 *    line's.
 */

import { addMinutes, timeOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'

export type UsualLesson = { title: string; startTime: string; endTime: string }
/** A line that can't be parsed, with the reason. Line numbers start at 1. */
export type LineProblem = { line: number; message: string }
type UsualDay = { lessons: UsualLesson[]; problems: LineProblem[] }

/** More than any day needs. The limits keep parsing fast if the teacher pastes something else by mistake. */
const MOST_LINES = 200
const MOST_CHARACTERS = 500

const TIME = String.raw`(\d{1,2})(?:[:.](\d{2}))?(?:\s{0,2}([ap])\.?m\b\.?)?`
/** A time, an optional end time, then the title. */
const LINE = new RegExp(String.raw`^(${TIME})(?:\s{0,3}(?:[-–—]|\bto\b)\s{0,3}(${TIME})(?=[\s:,;–—-]|$))?(?=[\s:,;–—-]|$)(.*)$`, 'i')
const BULLET = /^[\s\-*•·]{1,20}/
/** Separators between a time and a title. */
const BETWEEN = /^[\s:,;–—-]{1,20}/
const HALF_A_DAY = 720
const LAST_MINUTE = 1439
/** A whole school day, in minutes. */
const LONGEST_LESSON = 480

type Clock = { hour: number; minute: number; half: string | undefined; isPadded: boolean }

const clockOf = (hour = '', minute = '0', half?: string): Clock => ({
  hour: Number(hour),
  minute: Number(minute),
  half: half?.toLowerCase(),
  isPadded: hour.startsWith('0'),
})

const isTime = ({ hour, minute, half }: Clock): boolean => minute < 60 && (half ? hour >= 1 && hour <= 12 : hour < 24)

/** Returns the minutes since midnight of a time with am or pm, or in 24-hour format. */
const minutesOf = ({ hour, minute, half }: Clock): number => (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + minute

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

type Line = { title: string; start: number; end: number | undefined }

/** Parses a line, given the start time of the previous one. Returns an error message if the line can't be parsed. */
const lineOf = (typed: string, before: number): Line | string => {
  const found = LINE.exec(typed)
  if (!found) return 'Start with a time, like 8:20 Math.'
  const [, startText = '', ...rest] = found
  const [hour, minute, half, endText, endHour, endMinute, endHalf, after = ''] = rest
  const clock = clockOf(hour, minute, half)
  const endClock = endText === undefined ? undefined : clockOf(endHour, endMinute, endHalf)
  for (const [text, time] of [[startText, clock] as const, [endText ?? '', endClock] as const])
    if (time && !isTime(time)) return `${text} isn’t a valid time.`
  const title = after.replace(BETWEEN, '').trim()
  if (title === '') return `Add a title after ${startText}.`
  if (title.length > MAX.title) return `Titles can be up to ${MAX.title} characters.`
  const start = startOf(clock, before, endClock)
  if (start === LAST_MINUTE) return 'This lesson starts too late in the day.'
  const end = endClock && endOf(endClock, start)
  return end !== undefined && end <= start ? 'This lesson ends before it starts.' : { title, start, end }
}

const lessonOf = ({ title, start, end }: Line, next: number | undefined, duration: number): UsualLesson => {
  const startTime = timeOf(start)
  const endTime = end ?? next
  return { title, startTime, endTime: endTime === undefined ? addMinutes(startTime, duration) : timeOf(endTime) }
}

/** Returns the lessons in a typed day in chronological order, and the lines that can't be parsed. `duration` is in minutes. */
export const usualDay = (text: string, duration: number): UsualDay => {
  const lines: Line[] = []
  const problems: LineProblem[] = []
  let before = 0
  for (const [at, whole] of text.split('\n', MOST_LINES).entries()) {
    const typed = whole.slice(0, MOST_CHARACTERS).replace(BULLET, '').trim()
    if (typed === '') continue
    if (lines.length === MAX.blocksOfDay) {
      problems.push({ line: at + 1, message: `A day can hold up to ${MAX.blocksOfDay} lessons. Remove a few lines.` })
      break
    }
    const line = lineOf(typed, before)
    if (typeof line === 'string') problems.push({ line: at + 1, message: line })
    else {
      lines.push(line)
      before = line.start
    }
  }
  lines.sort((a, b) => a.start - b.start)
  const lessons = lines.map((line) => lessonOf(line, lines.find(({ start }) => start > line.start)?.start, duration))
  return { lessons, problems }
}
