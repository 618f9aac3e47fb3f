/** Describes what a timetable will add to a year. The server lays it down with the same plan. */
import { classesLike } from '#shared/classes/rules.ts'
import { isSchoolDay } from '#shared/dates.ts'
import type { Rhythm } from '#shared/timetables/contract.ts'
import { numbersFrom, schoolDays } from '#shared/timetables/numbering/rules.ts'
import { type DayOutcome, plannedTimetable, type TimetableDraft } from '#shared/timetables/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'

type NamedClass = { id: string; name: string }

export type OutcomeDay = {
  date: string
  /** Null on a day off, and before counting starts. */
  number: number | null
  /** `past` is a day before the first one that gets lessons. */
  kind: DayOutcome | 'past'
  added: number
  /** Why there is no school, if the teacher or the school wrote it. */
  reason: string | null
}
export type Resembling = { title: string; lessons: number; classIds: readonly string[] }
export type Outcome = {
  days: OutcomeDay[]
  numbers: Record<string, number>
  added: number
  /** Lessons already there that join a class. */
  joined: number
  /** Lessons with text that have no place in the new ones. */
  unplaced: number
  /** Titles that resemble a class, with and without an answer. */
  resembling: Resembling[]
}

/** Returns the titles that the teacher has answered, so that the answers can be changed. */
const answered = (joins: TimetableDraft['joins'], outlined: readonly OutlinedDay[], classes: readonly NamedClass[]): Resembling[] => {
  const like = classesLike(classes)
  const titles = outlined.flatMap(({ blocks }) => blocks.flatMap(({ title, classId }) => (classId ? [] : [title])))
  return Object.keys(joins).flatMap((title) => {
    const lessons = titles.filter((other) => other === title).length
    return lessons > 0 ? [{ title, lessons, classIds: like(title).map(({ id }) => id) }] : []
  })
}

/** Returns what happens to each school day of the year, and in total. */
export const outcomeOf = (draft: TimetableDraft, outlined: readonly OutlinedDay[], classes: readonly NamedClass[]): Outcome => {
  const { days, numbers, added, joined, unplaced, resembling } = plannedTimetable(draft, outlined, classes)
  return {
    days: days
      .filter(({ date }) => isSchoolDay(date))
      .map(({ date, number, outcome, added, reason }) => ({
        date,
        number: number ?? null,
        kind: date < draft.from && outcome !== 'off' ? 'past' : outcome,
        added,
        reason: outcome === 'off' ? reason : null,
      })),
    numbers,
    added,
    joined,
    unplaced: unplaced.length,
    resembling: [...resembling, ...answered(draft.joins, outlined, classes)],
  }
}

export type DaysOff = { from: string; to: string; reason: string | null; days: number }

/** Returns the days off from a date on, as ranges of school days with the same reason. */
export const rangesOff = (days: readonly OutcomeDay[], from: string): DaysOff[] => {
  const ranges: DaysOff[] = []
  let isBeside = false
  for (const { date, kind, reason } of days) {
    if (date < from) continue
    const last = ranges.at(-1)
    if (kind !== 'off') isBeside = false
    else if (last && isBeside && last.reason === reason) ranges[ranges.length - 1] = { ...last, to: date, days: last.days + 1 }
    else ranges.push({ from: date, to: date, reason, days: 1 })
    if (kind === 'off') isBeside = true
  }
  return ranges
}

export type MonthOfDays = { month: string; weeks: OutcomeDay[][] }

/** Returns the days by month, and within a month by week. `mondayOf` names a day's week. */
export const monthsOf = (days: readonly OutcomeDay[], weekOf: (date: string) => string): MonthOfDays[] => {
  const months: MonthOfDays[] = []
  for (const day of days) {
    const name = day.date.slice(0, 7)
    if (months.at(-1)?.month !== name) months.push({ month: name, weeks: [] })
    const { weeks } = months.at(-1) as MonthOfDays
    const [first] = weeks.at(-1) ?? []
    if (first && weekOf(first.date) === weekOf(day.date)) weeks.at(-1)?.push(day)
    else weeks.push([day])
  }
  return months
}

/** Returns how often each day of the rhythm comes from a date on. */
export const timesPerDay = (numbers: Record<string, number>, from: string, days: number): number[] => {
  const counts = Array.from({ length: days }, () => 0)
  for (const [date, number] of Object.entries(numbers)) if (date >= from) counts[number - 1] = (counts[number - 1] ?? 0) + 1
  return counts
}

type Counted = { firstDay: string; lastDay: string; setByHand: Record<string, number> }

/**
 * Returns what the two answers for days off mean for the next one from a date on: the number that its day would have had, and the next school
 * day, which has that number if the cycle waits. Null if no day off is left, or none follows a numbered day.
 */
export const nextDayOff = (year: Counted, rhythm: Extract<Rhythm, { kind: 'cycle' }>, isOff: (date: string) => boolean, from: string) => {
  const dates = schoolDays(year.firstDay, year.lastDay)
  const date = dates.find((one) => one >= from && isOff(one))
  const next = date && dates.find((one) => one > date && !isOff(one))
  if (!date || !next) return null
  const numbers = numbersFrom({ ...year, rhythm: { ...rhythm, onDayOff: 'wait' }, numbers: {} }, year.firstDay, isOff)
  const number = numbers[next]
  return number === undefined || year.setByHand[next] !== undefined ? null : { date, next, number }
}
