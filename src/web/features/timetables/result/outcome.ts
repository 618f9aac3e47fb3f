/**
 * Computes what a timetable will add to a year, from an outline of the year's lessons. The server lays lessons down with the same rules.
 */
import { classesLike, classNamed } from '#shared/classes/rules.ts'
import type { FixedLesson, NewTimetable, Rhythm, Row } from '#shared/timetables/contract.ts'
import { joined, laidDay, type Slot, slotsOn } from '#shared/timetables/laying/rules.ts'
import { numberOn, numbersFrom, schoolDays } from '#shared/timetables/numbering/rules.ts'
import type { Outline, OutlinedLesson } from '#shared/timetables/preview/contract.ts'

export type OutlinedDay = Outline['days'][number]
type Choices = Pick<NewTimetable, 'firstDay' | 'lastDay' | 'rhythm' | 'cells' | 'from' | 'existing'> & {
  rows: readonly Row[]
  fixed: readonly FixedLesson[]
  setByHand: Record<string, number>
  joins: Record<string, string | null>
}
type NamedClass = { id: string; name: string }

export type OutcomeDay = {
  date: string
  /** Null on a day off. */
  number: number | null
  /** `past` is a day before the first one that gets lessons. */
  kind: 'past' | 'filled' | 'replaced' | 'kept' | 'off' | 'empty'
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
  unplaced: { date: string; title: string }[]
  resembling: Resembling[]
}

const fresh = (slot: Slot): OutlinedLesson => ({ ...slot, id: '', title: '', order: 0, hasText: false })
const WAYS = { hasText: ({ hasText }: OutlinedLesson) => hasText, fresh }

/** Returns a function that finds the class of a title: the teacher's answer, or the class that the title names. */
const joiner = (joins: Choices['joins'], classes: readonly NamedClass[]) => {
  const known = new Map<string, string | undefined>()
  return (title: string): string | undefined => {
    if (!known.has(title)) known.set(title, joins[title] === undefined ? classNamed(title, classes)?.id : (joins[title] ?? undefined))
    return known.get(title)
  }
}

/** Returns the titles without a class that resemble one, with the number of their lessons, the most frequent first. */
const resemblingIn = (titles: ReadonlyMap<string, number>, classes: readonly NamedClass[]): Resembling[] =>
  [...titles]
    .filter(([title]) => classNamed(title, classes) === undefined)
    .map(([title, lessons]) => ({ title, lessons, classIds: classesLike(title, classes).map(({ id }) => id) }))
    .filter(({ classIds }) => classIds.length > 0)
    .sort((a, b) => b.lessons - a.lessons)

/** Returns the lessons of a day. A class that the calendar doesn't have counts as none. */
const withKnownClasses = (blocks: readonly OutlinedLesson[], ids: ReadonlySet<string>): OutlinedLesson[] =>
  blocks.map((block) => (block.classId && !ids.has(block.classId) ? { ...block, classId: null } : block))

/** Returns what happens to each school day of the year, and in total. */
export const outcomeOf = (choices: Choices, outlined: readonly OutlinedDay[], classes: readonly NamedClass[]): Outcome => {
  const { firstDay, lastDay, rhythm, from, existing, setByHand } = choices
  const byDate = new Map(outlined.map((day) => [day.date, day]))
  const numbers = numbersFrom(
    { firstDay, lastDay, rhythm, numbers: {}, setByHand },
    firstDay,
    (date) => byDate.get(date)?.isBlocked ?? false,
  )
  const classOf = joiner(choices.joins, classes)
  const ids = new Set(classes.map(({ id }) => id))
  const titles = new Map<string, number>()
  const outcome: Outcome = { days: [], numbers, added: 0, joined: 0, unplaced: [], resembling: [] }
  for (const date of schoolDays(firstDay, lastDay)) {
    const day = byDate.get(date)
    const isOff = day?.isBlocked ?? false
    const number = isOff ? null : (numberOn({ firstDay, lastDay, rhythm, numbers }, date) ?? null)
    const base = { date, number, added: 0, reason: isOff ? (day?.blockedText ?? null) : null }
    if (date < from) {
      outcome.days.push({ ...base, kind: isOff ? 'off' : 'past' })
      continue
    }
    const there = withKnownClasses(day?.blocks ?? [], ids)
    for (const { title, classId } of there) if (!classId) titles.set(title, (titles.get(title) ?? 0) + 1)
    const own = joined(there, classOf)
    outcome.joined += own.filter((block, place) => block !== there[place]).length
    const slots = isOff
      ? []
      : slotsOn({ rows: [...choices.rows], cells: choices.cells, fixed: [...choices.fixed] }, date, number ?? undefined)
    if (isOff) outcome.days.push({ ...base, kind: 'off' })
    else {
      const laid = laidDay(own, slots, { existing, ways: WAYS })
      outcome.added += laid.added
      outcome.unplaced.push(...laid.unplaced.map(({ title }) => ({ date, title })))
      const isReplaced = own.length > 0 && existing === 'replace' && slots.length > 0
      const kind = own.length === 0 ? (slots.length > 0 ? 'filled' : 'empty') : isReplaced ? 'replaced' : 'kept'
      outcome.days.push({ ...base, kind, added: laid.added })
    }
  }
  outcome.resembling = resemblingIn(titles, classes)
  return outcome
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
