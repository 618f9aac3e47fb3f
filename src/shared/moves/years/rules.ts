/**
 * Copies the plans of an earlier year onto the lessons of this one, class by class, on lessons without their text. The server carries out the
 * same plan that the web previews.
 *
 * 1. By school day: what was on the nth school day comes to the nth school day. Days off don't count.
 * 2. By week: the nth lesson of the class in a week comes to the nth lesson in the same week of school. Weeks without school don't count.
 * 3. By date: the same weekday, a whole number of weeks later, so that Thanksgiving falls on Thanksgiving.
 * 4. Several plans of one day follow each other on their new day.
 * 5. A lesson that has a plan this year keeps it. A plan without a lesson, or with a locked one, is unplaced, unless an earlier copy has left
 *    it there. Plans that line up before the first day are left out.
 * 6. An alert isn't copied, so a lesson that has nothing else is free.
 * 7. Lessons under a day off, or left out on a short day, are neither copied nor filled.
 */
import type { SchoolClass } from '#shared/classes/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { addDays, daysBetween, mondayOf, weekdayOf } from '#shared/dates.ts'
import { type Day, daysFrom, lanesOf, type Move, moveWaysOf } from '#shared/moves/plan/rules.ts'
import { plainText } from '#shared/plain-text.ts'
import { schoolDays } from '#shared/timetables/numbering/rules.ts'
import type { Displaced, PlannedLesson } from '#shared/timetables/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'

type Named = Pick<SchoolClass, 'id' | 'name'>
type Range = { firstDay: string; lastDay: string }
type Place = Move['from']
export type LineUp = 'schoolDay' | 'week' | 'date'
export type ClassCopy = { classId: string; toClassId: string; by: LineUp }
/** A year's timetable with the days in its range. */
export type OutlinedYear = Range & { days: readonly OutlinedDay[] }
export type Waiting = Pick<UnplacedLesson, 'classId' | 'title' | 'description' | 'date'>
/** `from` is the first day of this year that gets plans, and `waiting` the unplaced lessons. */
export type Years = {
  last: OutlinedYear
  now: OutlinedYear
  from: string
  classes: readonly Named[]
  waiting?: readonly Waiting[] | undefined
}

/**
 * The outcome for a plan. `kept`: the lesson `to` has a plan this year, which stays. `unplaced`: there is no lesson, or `to` is locked. An
 * earlier copy may have left the plan unplaced already.
 */
export type CopiedPlan = ClassCopy & {
  plan: PlannedLesson
  /** The number of the school day that the plan was on. */
  number: number
  from: Place
  to: Place | null
  outcome: 'copied' | 'kept' | 'unplaced'
}
export type YearCopyPlan = {
  days: { date: string; blocks: PlannedLesson[] }[]
  /** The plans that become unplaced lessons. */
  unplaced: Displaced[]
  /** Class by class, each in order. */
  plans: CopiedPlan[]
}

/** Why a plan of last year is unplaced. */
const NO_DAY = 'From last year, without a day in this one'
const LOCKED = 'From last year, and its lesson in this one is locked'

/** Returns the first Thursday of November in the school year of a date. Thanksgiving is three weeks later. School years begin in July. */
const firstThursdayOf = (date: string): string => {
  const year = Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < 7 ? 1 : 0)
  const first = `${year}-11-01`
  return addDays(first, (11 - weekdayOf(first)) % 7)
}

type Spot = { date: string; block: PlannedLesson }

/** Reads a year: its school days, its weeks of school, and the lessons of each class. */
const readYear = ({ firstDay, lastDay, days: outlined }: OutlinedYear, classes: readonly Named[]) => {
  const days = daysFrom(outlined, firstDay, classes)
  const off = new Set(days.filter(({ isOff }) => isOff).map(({ date }) => date))
  const dates = schoolDays(firstDay, lastDay).filter((date) => !off.has(date))
  const weeks = [...new Set(dates.map(mondayOf))]
  const byClass = lanesOf(days)
  return {
    days,
    dates,
    weeks,
    numbers: new Map(dates.map((date, index) => [date, index + 1])),
    weekNumbers: new Map(weeks.map((monday, index) => [monday, index])),
    of: (classId: string): readonly Spot[] => (byClass.get(classId) ?? []).filter(({ isOff, block }) => !isOff && !block.usual?.isLeftOut),
  }
}
/** Reads both years, for any number of plans. */
export const readYears = ({ last, now, from, classes, waiting = [] }: Years) => ({
  last: readYear(last, classes),
  now: readYear(now, classes),
  from,
  shift: daysBetween(firstThursdayOf(last.firstDay), firstThursdayOf(now.firstDay)),
  classes,
  waiting,
})
export type ReadYears = ReturnType<typeof readYears>

const groupedBy = (spots: readonly Spot[], keyOf: (date: string) => string): Map<string, Spot[]> => {
  const groups = new Map<string, Spot[]>()
  for (const spot of spots) {
    const group = groups.get(keyOf(spot.date))
    if (group) group.push(spot)
    else groups.set(keyOf(spot.date), [spot])
  }
  return groups
}
const asIs = (date: string) => date

type Target = { spot: Spot | undefined; isPast: boolean }
type Aligner = (spot: Spot, rank: number) => Target

/** Returns a function that finds the lesson of this year for a plan. `rank` counts the plans of the plan's day from 0. */
const alignerOf = ({ classId, toClassId, by }: ClassCopy, { last, now, from, shift }: ReadYears): Aligner => {
  const spots = now.of(toClassId)
  const target = (spot: Spot | undefined, end: string | undefined): Target => ({ spot, isPast: (spot?.date ?? end ?? from) < from })
  if (by === 'week') {
    const [before, after] = [groupedBy(last.of(classId), mondayOf), groupedBy(spots, mondayOf)]
    return (spot) => {
      const monday = now.weeks[last.weekNumbers.get(mondayOf(spot.date)) ?? -1]
      const nth = before.get(mondayOf(spot.date))?.indexOf(spot) ?? 0
      return target(monday === undefined ? undefined : after.get(monday)?.[nth], monday && addDays(monday, 6))
    }
  }
  const onDays = groupedBy(spots, asIs)
  const dateOf = (date: string) => (by === 'date' ? addDays(date, shift) : now.dates[(last.numbers.get(date) ?? 0) - 1])
  return ({ date }, rank) => {
    const day = dateOf(date)
    return target(day === undefined ? undefined : onDays.get(day)?.[rank], day)
  }
}

/** Returns the lesson of this year with a plan of last year in it. */
const withPlan = ({ block }: Spot, { date, block: plan }: Spot, title: string): PlannedLesson => ({
  ...block,
  title,
  hasText: plan.hasText,
  words: plan.words,
  home: `${date} ${plan.id}`,
})

const [START_CHARACTERS, WORDS] = [400, 30]
/** Returns the beginning of a text, as an outline has it: from the first characters of its HTML, without a tag that is cut. */
const startOf = (html: string): string => plainText(html.slice(0, START_CHARACTERS).replace(/<[^>]*$/, ''))
/** Returns some first words in the form in which they are compared: without spaces and check boxes. */
const beginning = (words: string): string => words.replace(/[\s☐☑]/g, '').slice(0, WORDS)
const keyOf = ({ classId, title, date }: Omit<Waiting, 'description'>, words: string): string =>
  JSON.stringify([classId, comparedName(title), date, beginning(words)])

/** Returns a function that takes a plan from those that are unplaced already, and returns whether it was there. */
const takerOf = (waiting: readonly Waiting[]) => {
  const left = new Map<string, number>()
  for (const one of waiting) {
    const key = keyOf(one, startOf(one.description))
    left.set(key, (left.get(key) ?? 0) + 1)
  }
  return ({ date, block }: Spot): boolean => {
    const key = keyOf({ classId: block.classId ?? null, title: block.title, date }, block.words ?? '')
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  }
}

/** Returns a lesson of last year without its alert. */
const withoutAlert = (block: PlannedLesson): PlannedLesson => (block.isAlertOnly ? { ...block, hasText: false } : block)

/** Returns what copying the plans of these classes does. */
export const planYearCopy = (years: ReadYears, copies: readonly ClassCopy[]): YearCopyPlan => {
  const { last, now, classes, waiting } = years
  const { isFree } = moveWaysOf(classes)
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  const isWaiting = takerOf(waiting)
  const filled = new Map<PlannedLesson, PlannedLesson>()
  const unplaced: Displaced[] = []
  const plans: CopiedPlan[] = []
  for (const copy of copies) {
    const { classId, toClassId } = copy
    const find = alignerOf(copy, years)
    const name = comparedName(names.get(classId) ?? '')
    let day: string | undefined
    let rank = 0
    for (const spot of last.of(classId)) {
      const { date } = spot
      const plan = withoutAlert(spot.block)
      if (isFree(plan)) continue
      rank = date === day ? rank + 1 : 0
      day = date
      const { spot: found, isPast } = find(spot, rank)
      if (isPast) continue
      const title = comparedName(plan.title) === name ? (names.get(toClassId) ?? plan.title) : plan.title
      const isKept = found && (filled.has(found.block) || !isFree(found.block))
      const to = found?.block.isLocked && !isKept ? undefined : found
      if (to && !isKept) filled.set(to.block, withPlan(to, { date, block: plan }, title))
      const lost = { date, block: { ...plan, classId: toClassId, title }, reason: found ? LOCKED : NO_DAY }
      if (!to && !isWaiting(lost)) unplaced.push(lost)
      plans.push({
        ...copy,
        plan: { ...plan, title },
        number: last.numbers.get(date) ?? 0,
        from: { date, startTime: plan.startTime },
        to: found ? { date: found.date, startTime: found.block.startTime } : null,
        outcome: to ? (isKept ? 'kept' : 'copied') : 'unplaced',
      })
    }
  }
  return { days: now.days.flatMap((one) => changedBy(one, filled)), unplaced, plans }
}

const changedBy = ({ date, blocks }: Day, filled: ReadonlyMap<PlannedLesson, PlannedLesson>): YearCopyPlan['days'] =>
  blocks.some((block) => filled.has(block)) ? [{ date, blocks: blocks.map((block) => filled.get(block) ?? block) }] : []

/** Returns the timetable that plans are copied into from a date on: the one of that date, or else the next one. */
export const yearFor = <T extends Range>(timetables: readonly T[], from: string): T | undefined =>
  timetables.filter(({ lastDay }) => lastDay >= from).sort((a, b) => (a.firstDay < b.firstDay ? -1 : 1))[0]

/** Returns the timetables that are over before another one begins, latest first. */
export const earlierYears = <T extends Range>(timetables: readonly T[], { firstDay }: Range): T[] =>
  timetables.filter(({ lastDay }) => lastDay < firstDay).sort((a, b) => (a.firstDay < b.firstDay ? 1 : -1))
