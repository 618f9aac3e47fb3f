/**
 * Repeats events by their rules. ical.js computes the dates. Some rules would keep it busy for hours, so this counts what they cost.
 */
import ICAL from 'ical.js'
import { Unreadable } from '#server/lib/reading/findings.ts'
import { addDays, addMonths, dayOfMonth, daysBetween, isDay } from '#shared/dates.ts'
import type { Wall } from './zones.ts'

/**
 * Limit on the work for the repetitions of one file, in units of about a microsecond. A school year of lessons costs a few thousand. Counted instead
 * of measured, so that a file that comes in once always does.
 */
const MAX_COST = 700_000
const MAX_RULE = 400
const MAX_INTERVAL = 400
const LAST_YEAR = 2199

/** The rule can't be understood, or never matches. */
export class BadRule extends Error {
  override name = 'BadRule'
}

/** Returns a function that counts what the repetitions of one file cost. It throws {@link Unreadable} when that is too much. */
export const makeCost = () => {
  let left = MAX_COST
  return (units: number): void => {
    left -= units
    if (left < 0)
      throw new Unreadable('The events of this calendar repeat too often. Choose a shorter range of dates in the program it’s from.')
  }
}
export type Cost = ReturnType<typeof makeCost>

// The constructor of ical.js already iterates, before a subclass could have fields.
let spend: Cost = () => undefined

class CountedIterator extends ICAL.RecurIterator {
  override increment_year(inc: number): void {
    spend(10)
    if (this.last.year > LAST_YEAR) throw new BadRule()
    super.increment_year(inc)
  }
  override increment_month(): void {
    spend(5)
    super.increment_month()
  }
  override increment_monthday(inc: number): void {
    spend(1 + inc / 3)
    super.increment_monthday(inc)
  }
  override next_month() {
    // Tries each day of the month against each weekday.
    spend(5 + 180 * (this.rule.parts.BYDAY?.length ?? 0))
    return super.next_month()
  }
  override expand_year_days(year: number) {
    spend(40 + 20 * (this.rule.parts.BYDAY?.length ?? 0) * (this.rule.parts.BYMONTH?.length ?? 1))
    return super.expand_year_days(year)
  }
  override check_contracting_rules() {
    spend(3)
    if (this.last.year > LAST_YEAR) throw new BadRule()
    return super.check_contracting_rules()
  }
}

const timeOf = ({ date, time }: Wall) => ICAL.Time.fromDateTimeString(`${date}T${time}:00`)
const pad = (number: number): string => String(number).padStart(2, '0')

/** The days between which an event may repeat, both included. */
type Window = { from: string | undefined; to: string }
type Given = {
  rule: string
  start: Wall
  isAllDay: boolean
  /** The window of a rule that ends, and of one that doesn't. */
  window: { finite: Window; endless: Window }
  /** Converts the end of a rule, which is in UTC. */
  fromUtc: (wall: Wall) => Wall
}

/** The rule's end as text, such as 20270611 or 20270611T035959Z. */
const UNTIL = /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/i

/** Returns the last moment of a rule, or null if it doesn't have one. */
const untilOf = (rule: string, { isAllDay, fromUtc }: Pick<Given, 'isAllDay' | 'fromUtc'>): Wall | null => {
  const [, year, month, day, hour = '23', minute = '59', , isUtc] = UNTIL.exec(rule) ?? []
  if (year === undefined) return null
  const date = `${year}-${month}-${day}`
  if (!isDay(date)) return { date: `${LAST_YEAR}-12-31`, time: '23:59' }
  const wall = { date, time: `${hour}:${minute}` }
  if (!isUtc) return wall
  return isAllDay ? { date, time: '23:59' } : fromUtc(wall)
}

/** Moves the start of a rule close to the window, by whole intervals, because programs write birthdays from the year 1604 on. */
const nearWindow = (start: Wall, recur: ICAL.Recur, from: string | undefined): Wall => {
  if (from === undefined || recur.count || start.date >= from) return start
  const days = { DAILY: 1, WEEKLY: 7 }[recur.freq as string]
  if (days !== undefined) {
    const steps = Math.floor(daysBetween(start.date, from) / (days * recur.interval)) - 1
    return steps > 0 ? { ...start, date: addDays(start.date, steps * days * recur.interval) } : start
  }
  const months = (recur.freq === 'YEARLY' ? 12 : 1) * recur.interval
  const monthsBetween =
    Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - Number(start.date.slice(0, 4)) * 12 - Number(start.date.slice(5, 7))
  const steps = Math.floor(monthsBetween / months) - 1
  // Not every month has the days after the 28th.
  return steps > 0 && dayOfMonth(start.date) <= 28 ? { ...start, date: addMonths(start.date, steps * months) } : start
}

/** Yields when an event starts, in order. Throws {@link BadRule} and {@link Unreadable}. */
export function* repeats(given: Given, cost: Cost): Generator<Wall> {
  const { rule, start, window } = given
  if (rule.length > MAX_RULE) throw new BadRule()
  const until = untilOf(rule, given)
  // The end is compared here, in the event's own zone.
  const recur = readRule(rule.replace(/;?UNTIL=[^;]*/i, '').replace(/^;/, ''))
  const isEndless = until === null && !recur.count
  const { from, to } = isEndless ? window.endless : window.finite
  const first = nearWindow(start, recur, from)
  const iterator = begin(recur, first, cost)
  for (;;) {
    const next = advance(iterator, cost)
    if (!next) return
    const wall = { date: `${next.year}-${pad(next.month)}-${pad(next.day)}`, time: `${pad(next.hour)}:${pad(next.minute)}` }
    if (wall.date > to || (until && `${wall.date}${wall.time}` > `${until.date}${until.time}`)) return
    if (from === undefined || wall.date >= from) yield wall
  }
}

const readRule = (rule: string): ICAL.Recur => {
  try {
    const recur = ICAL.Recur.fromString(rule.toUpperCase())
    const isDaily = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(recur.freq as string)
    // A lesson doesn't repeat within its day.
    if (!isDaily || /BY(?:SECOND|MINUTE|HOUR)=/i.test(rule) || recur.interval > MAX_INTERVAL) throw new BadRule()
    return recur
  } catch {
    throw new BadRule()
  }
}

const guarded = <T>(cost: Cost, act: () => T): T => {
  spend = cost
  try {
    return act()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new BadRule()
  }
}
const begin = (rule: ICAL.Recur, start: Wall, cost: Cost) => guarded(cost, () => new CountedIterator({ rule, dtstart: timeOf(start) }))
const advance = (iterator: CountedIterator, cost: Cost) => guarded(cost, () => iterator.next())
