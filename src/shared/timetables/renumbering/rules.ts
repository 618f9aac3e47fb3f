/**
 * Renumbers the days of a timetable, and lays the later lessons down again, on lessons without their text. The server carries out the same
 * plan that the web previews.
 */
import type { SchoolClass } from '#shared/classes/contract.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { countedFrom, nextNumber, numbersFrom, schoolDays } from '#shared/timetables/numbering/rules.ts'
import { type PlannedLesson, readerOf, slotsIn, waysOf } from '#shared/timetables/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { type RelayResult, relaidDays } from '#shared/timetables/relaying/rules.ts'

type Content = Omit<Timetable, 'id' | 'operationId'>

export type Renumbering = {
  from: string
  setByHand: Record<string, number>
  /** The days that this operation closes (true) or opens (false). */
  closing: ReadonlyMap<string, boolean>
  /** Days whose lessons the same operation writes. They keep what it writes. */
  except: ReadonlySet<string>
  /** True if a lesson stays on its date, in addition to locked lessons. */
  stays?: (date: string, block: PlannedLesson) => boolean
  /** True if a lesson becomes unplaced when it has no place anymore. Otherwise it ends. By default, as `waysOf` says. */
  hasText?: (block: PlannedLesson) => boolean
  today: string
}

export type Renumbered = { timetable: Content; relaid: RelayResult<PlannedLesson> }

/** Returns a timetable that is counted again from a date on, and what that does to its lessons. `days` are those from that date on. */
export const renumbered = (
  content: Content,
  { from, setByHand, closing, except, stays, hasText, today }: Renumbering,
  days: readonly OutlinedDay[],
  classes: readonly Pick<SchoolClass, 'id' | 'name'>[],
): Renumbered => {
  const { isOff, usualLessonsOn, withShortDays } = readerOf(days, classes)
  const willBeOff = (date: string) => closing.get(date) ?? isOff(date)
  const { rhythm, followsSchool, numbers } = content
  // In a timetable that follows the school, only the school's days off count, which have no number. The teacher's own have one.
  const counts = (date: string) => willBeOff(date) && !(followsSchool && numbers[date] !== undefined)
  const isOwnDayOff = followsSchool && closing.size > 0
  const timetable = { ...content, setByHand, numbers: isOwnDayOff ? numbers : numbersFrom({ ...content, setByHand }, from, counts) }
  const waits = rhythm.kind === 'cycle' && rhythm.onDayOff === 'wait' && !followsSchool
  const [before, after] = [slotsIn(content, classes), slotsIn(timetable, classes)]
  const ways = { ...waysOf(classes, days), ...(stays && { stays }), ...(hasText && { hasText }) }
  const dates = schoolDays(from, content.lastDay)
    // Lessons before today stay on the days on which they were taught.
    .filter((date) => !except.has(date) && (date >= today || closing.has(date)))
  if (waits || closing.size === 0) {
    const changing = dates.map((date) => ({ date, blocks: usualLessonsOn(date), old: before(date), new: after(date) }))
    const relaid = relaidDays(changing, ways)
    return { timetable, relaid: { ...relaid, days: withShortDays(relaid.days) } }
  }
  // Unless the cycle waits, lessons stay where they are. Only an empty day that opens gets lessons.
  const opened = dates.filter((date) => closing.get(date) === false && usualLessonsOn(date).length === 0)
  const relaid = { days: opened.map((date) => ({ date, blocks: after(date).map(ways.fresh) })), unplaced: [] }
  return { timetable, relaid }
}

/** Days off in a row in a cycle, and the number of the school day after them. */
export type Closure = {
  first: string
  last: string
  days: number
  /** The school day after them. */
  next: string
  /** The number of `next` now, if the cycle waits on these days, and if it goes on. */
  number: number
  ifWaiting: number
  ifGoingOn: number
  /** The number of `next` if it isn't set by hand. */
  counted: number
}

/** Returns the days off around a date of a cycle. Undefined if the date isn't off, or if the cycle has no school day after it. */
export const closureAt = (timetable: Content, date: string, isOff: (date: string) => boolean): Closure | undefined => {
  const { rhythm, numbers, setByHand, firstDay, lastDay } = timetable
  const dates = schoolDays(firstDay, lastDay)
  const place = dates.indexOf(date)
  if (rhythm.kind !== 'cycle' || place < 0 || !isOff(date)) return undefined
  const isOffAt = (index: number): boolean => {
    const other = dates[index]
    return other !== undefined && isOff(other)
  }
  let [start, end] = [place, place]
  while (isOffAt(start - 1)) start--
  while (isOffAt(end + 1)) end++
  const [first = date, last = date, next] = [dates[start], dates[end], dates[end + 1]]
  const number = next === undefined ? undefined : numbers[next]
  if (next === undefined || number === undefined) return undefined
  const days = end - start + 1
  // A day off has a number if it became one without the cycle being counted again, such as a school's day off.
  const ifWaiting = setByHand[first] ?? numbers[first] ?? nextNumber(timetable, first)
  const ifGoingOn = ((ifWaiting - 1 + days) % rhythm.days) + 1
  return { first, last, days, next, number, ifWaiting, ifGoingOn, counted: countedFrom(timetable, next, isOff) }
}
