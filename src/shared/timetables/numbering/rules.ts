/**
 * Numbers the school days of a timetable: Day 1 to Day 6 of a cycle, or the ten days of weeks A and B.
 *
 * 1. The numbers are stored with the timetable. They are computed only when something changes, and only from a date on, so that days which
 *    have passed keep the number that they had.
 * 2. A number that the teacher set by hand applies to its date, and counting continues from there.
 * 3. A day off has no number. A cycle that waits continues with the same number on the next school day. A cycle that skips uses it up.
 */
import { addDays, daysBetween, daysInRange, isSchoolDay, mondayOf, stepSchoolDay, weekdayOf } from '#shared/dates.ts'
import type { Rhythm, Timetable } from '#shared/timetables/contract.ts'
import { daysOf } from '#shared/timetables/rules.ts'

type Numbered = Pick<Timetable, 'firstDay' | 'lastDay' | 'rhythm' | 'numbers' | 'setByHand'>
type Numbers = Record<string, number>

const next = (number: number, rhythm: Rhythm): number => (number % daysOf(rhythm)) + 1

/** Returns the last date before `from` that has a number. */
const lastNumbered = (numbers: Numbers, from: string): string | undefined =>
  Object.keys(numbers).reduce<string | undefined>((last, date) => (date < from && date > (last ?? '') ? date : last), undefined)

const isOtherWeek = (from: string, to: string): boolean => daysBetween(mondayOf(from), mondayOf(to)) % 14 !== 0

/** Returns a function that numbers dates in order. Call it for each school day after `known`, the last one that has a number. */
type Counter = (date: string, isOff: boolean) => number

/** Weeks alternate with the calendar, so that a week of vacation counts. */
const weekCounter = ({ firstDay, numbers, setByHand }: Numbered, known: string | undefined): Counter => {
  let anchor = { date: known ?? firstDay, isWeekB: known !== undefined && (numbers[known] ?? 1) > 5 }
  return (date) => {
    const set = setByHand[date]
    if (set !== undefined) anchor = { date, isWeekB: set > 5 }
    return weekdayOf(date) + (isOtherWeek(anchor.date, date) !== anchor.isWeekB ? 5 : 0)
  }
}

const cycleCounter = ({ numbers, setByHand, rhythm }: Numbered, known: string | undefined): Counter => {
  const waits = rhythm.kind === 'cycle' && rhythm.onDayOff === 'wait'
  let upcoming = known === undefined ? 1 : next(numbers[known] ?? 1, rhythm)
  return (date, isOff) => {
    const number = setByHand[date] ?? upcoming
    upcoming = isOff && waits ? number : next(number, rhythm)
    return number
  }
}

/** Returns the dates from Monday to Friday in a range, in order. */
export const schoolDays = (from: string, to: string): string[] => daysInRange(from, to).filter(isSchoolDay)

/**
 * Returns the numbers of a timetable's days, counted again from a date on. Earlier numbers stay. Empty for a weekly rhythm, whose numbers are
 * the weekdays.
 */
export const numbersFrom = (timetable: Numbered, from: string, isOff: (date: string) => boolean): Numbers => {
  const { firstDay, lastDay, rhythm, numbers } = timetable
  if (rhythm.kind === 'weekly') return {}
  const known = lastNumbered(numbers, from)
  const numberOf = (rhythm.kind === 'ab' ? weekCounter : cycleCounter)(timetable, known)
  const counted = Object.entries(numbers).filter(([date]) => date < from)
  for (const date of schoolDays(known === undefined ? firstDay : addDays(known, 1), lastDay)) {
    const isFree = date < from || isOff(date)
    const number = numberOf(date, isFree)
    if (!isFree) counted.push([date, number])
  }
  return Object.fromEntries(counted)
}

/** Returns the number of the school day after the last numbered one before a date. */
export const nextNumber = ({ numbers, rhythm }: Pick<Numbered, 'numbers' | 'rhythm'>, date: string): number => {
  const known = lastNumbered(numbers, date)
  return known === undefined ? 1 : next(numbers[known] ?? 1, rhythm)
}

/** Returns the number that a date would have if the teacher hadn't set it by hand. */
export const countedFrom = (timetable: Numbered, date: string, isOff: (date: string) => boolean): number => {
  const { [date]: _, ...setByHand } = timetable.setByHand
  return numbersFrom({ ...timetable, lastDay: date, setByHand }, date, isOff)[date] ?? 1
}

/**
 * Returns the numbers of a timetable that begins on a later date than it was counted from. The school day before `firstDay` keeps a number,
 * so that counting goes on from it if the first day becomes a day off.
 */
export const numbersSince = (numbers: Numbers, { firstDay, rhythm }: Pick<Numbered, 'firstDay' | 'rhythm'>): Numbers => {
  const since = Object.entries(numbers).filter(([date]) => date >= firstDay)
  const [first, number] = since.reduce<[string, number] | []>((first, one) => (first[0] && first[0] < one[0] ? first : one), [])
  if (first === undefined || number === undefined) return {}
  const before = stepSchoolDay(firstDay, -1)
  const goesOn = rhythm.kind === 'cycle' && rhythm.onDayOff === 'skip'
  const steps = goesOn ? schoolDays(firstDay, first).length : 1
  const days = daysOf(rhythm)
  const isWeekB = number > 5 !== isOtherWeek(before, first)
  const start = rhythm.kind === 'ab' ? weekdayOf(before) + (isWeekB ? 5 : 0) : ((((number - 1 - steps) % days) + days) % days) + 1
  return Object.fromEntries([[before, start], ...since])
}

/** Returns the number of a date, or undefined if it is a day off or not in the timetable. */
export const numberOn = ({ firstDay, lastDay, rhythm, numbers }: Omit<Numbered, 'setByHand'>, date: string): number | undefined => {
  if (date < firstDay || date > lastDay || !isSchoolDay(date)) return undefined
  return rhythm.kind === 'weekly' ? weekdayOf(date) : numbers[date]
}

/** Returns a number as teachers call it, such as 'Day 3' or 'Week B', or '' for a weekly rhythm. */
export const numberInWords = (rhythm: Rhythm, number: number | undefined): string => {
  if (number === undefined || rhythm.kind === 'weekly') return ''
  if (rhythm.kind === 'cycle') return `Day ${number}`
  return number > 5 ? 'Week B' : 'Week A'
}

type Shown = Omit<Numbered, 'setByHand'>

/** Returns a date's number in words, in the timetable that the date belongs to, or ''. */
export const dateInWords = (timetables: readonly Shown[], date: string): string => {
  const timetable = timetables.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay)
  return timetable ? numberInWords(timetable.rhythm, numberOn(timetable, date)) : ''
}
