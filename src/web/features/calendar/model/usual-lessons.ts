/** Suggests lessons for an empty day, based on what the teacher usually teaches on that weekday. */
import { subjectOf } from '#shared/accounts/rules.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { addDays, addMinutes, minutesOf, mondayOf, timeOf, weekdayOf } from '#shared/dates.ts'
import type { PlannedWeek } from './planned-week.ts'

/** A lesson that isn't planned yet. The title is empty for an hour that is only offered. */
export type Slot = Pick<TimeBlock, 'title' | 'startTime' | 'endTime'> & { classId?: string | null }
/** A slot with the CSS class of its color. */
export type ColoredSlot = Slot & { hue: string }
/** Time between two lessons. */
export type Break = Pick<TimeBlock, 'startTime' | 'endTime'>

/** How many weeks to look back. Enough to reach past a two-week vacation. */
const WEEKS = 4
/** Shortest gap between two lessons that counts as a break, in minutes. */
const SHORTEST_BREAK = 30
const FIRST_HOUR = 8
const HOURS = 6

/** Returns the Mondays of the weeks before the week of `date`, latest first. */
export const weeksBefore = (date: string): string[] => Array.from({ length: WEEKS }, (_, at) => addDays(mondayOf(date), -7 * (at + 1)))

/**
 * Returns the titles, times and classes of the most recent earlier day with lessons on the same weekday, in order. Skips days off. Returns an empty
 * list if there is none. `weeks` are the weeks before, latest first, and undefined where a week isn't loaded.
 */
export const usualLessons = (date: string, weeks: readonly (PlannedWeek | undefined)[]): ColoredSlot[] => {
  for (const week of weeks) {
    const day = week?.days[weekdayOf(date) - 1]
    if (!day || day.marks.isBlocked || day.lessons.length === 0) continue
    return day.lessons.map(({ block: { title, classId, usual, ...times }, hue }) => ({
      title,
      startTime: usual?.startTime ?? times.startTime,
      endTime: usual?.endTime ?? times.endTime,
      ...(classId && { classId }),
      hue,
    }))
  }
  return []
}

const MOST_TITLES = 6

/**
 * Returns the teacher's most frequent lesson titles in `weeks`, without details such as ': fractions'. Titles that `date` doesn't have yet
 * come first.
 */
export const usualTitles = (date: string, weeks: readonly PlannedWeek[]): string[] => {
  const found = new Map<string, { title: string; uses: number; isTaken: boolean }>()
  for (const day of weeks.flatMap(({ days }) => days))
    for (const { block } of day.lessons) {
      const subject = subjectOf(block.title)
      const title = block.title.trim().slice(0, subject.length)
      const known = found.get(subject) ?? { title, uses: 0, isTaken: false }
      found.set(subject, { title: known.title, uses: known.uses + 1, isTaken: known.isTaken || day.date === date })
    }
  return [...found.values()]
    .sort((a, b) => Number(a.isTaken) - Number(b.isTaken) || b.uses - a.uses)
    .slice(0, MOST_TITLES)
    .map(({ title }) => title)
}

/** Returns the hours of a school day, for a teacher whose usual day isn't known. `duration` is a lesson's length in minutes. */
export const openHours = (duration: number): ColoredSlot[] =>
  Array.from({ length: HOURS }, (_, at) => {
    const startTime = timeOf((FIRST_HOUR + at) * 60)
    return { title: '', startTime, endTime: addMinutes(startTime, duration), hue: '' }
  })

/** Returns the breaks of a day: the gaps of at least 30 minutes between lessons, each with the position of the lesson after it. */
export const breaksBetween = (slots: readonly Slot[]): Map<number, Break> => {
  const breaks = new Map<number, Break>()
  let end = ''
  for (const [at, { startTime, endTime }] of slots.entries()) {
    if (end !== '' && minutesOf(startTime) - minutesOf(end) >= SHORTEST_BREAK) breaks.set(at, { startTime: end, endTime: startTime })
    if (endTime > end) end = endTime
  }
  return breaks
}
