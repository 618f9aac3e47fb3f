import { addDays, formatDay, formatTime, mondayOf, timeIn, todayIn } from '#shared/dates.ts'

type KeptRange = { from: string; to: string; at: number }

/**
 * Returns the first and last school day of the kept weeks around today, without a gap, and when the oldest of them was confirmed. Undefined
 * if this week isn't kept.
 */
export const keptRange = (weeks: ReadonlyMap<string, number>, today: string): KeptRange | undefined => {
  const monday = mondayOf(today)
  const at = weeks.get(monday)
  if (at === undefined) return undefined
  const walk = (from: string, step: number): string => (weeks.has(addDays(from, step)) ? walk(addDays(from, step), step) : from)
  const [first, last] = [walk(monday, -7), walk(monday, 7)]
  const confirmed = [...weeks].flatMap(([week, then]) => (week >= first && week <= last ? [then] : []))
  return { from: first, to: addDays(last, 4), at: Math.min(at, ...confirmed) }
}

type Reader = { timezone: string; timeFormat: '12' | '24'; today: string }

/** Returns, for example, 'October 26 to December 11 are here, as of 10:44 AM.', with the day if it isn't today, and the year if it isn't this one. */
export const keptWords = ({ from, to, at }: KeptRange, { timezone, timeFormat, today }: Reader): string => {
  const dateIn = (day: string) => formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'monthDayLong' : 'long')
  const confirmed = todayIn(timezone, at)
  const day = confirmed === today ? '' : `${formatDay(confirmed, 'weekdayAndDay')}, `
  return `${dateIn(from)} to ${dateIn(to)} are here, as of ${day}${formatTime(timeIn(timezone, at), timeFormat)}.`
}
