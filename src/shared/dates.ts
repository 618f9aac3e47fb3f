/**
 * School days, weeks, and wall-clock times. The only file that converts them to `Date`.
 *
 * 1. A day is a string `yyyy-MM-dd`, a time a string `HH:mm`. Both are in the teacher's time zone.
 * 2. A `Date` that represents a day is never passed outside this file. Within the file, it is always midnight UTC, so that time zones and
 *    daylight saving changes can't shift a day.
 * 3. Weekdays are numbered as in ISO 8601, from Monday (1) to Sunday (7).
 */
export const DAY_MS = 86_400_000
const MINUTES_A_DAY = 1440
const MINUTE_MS = 60_000

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

export const FIRST_DAY = '1970-01-01'
export const LAST_DAY = '2199-12-31'

/** True for a valid date between {@link FIRST_DAY} and {@link LAST_DAY}. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text >= FIRST_DAY &&
  text <= LAST_DAY &&
  Number.isFinite(utc(text).getTime()) &&
  dayOf(utc(text)) === text

/** Returns the day `count` days later (earlier if negative). */
export const addDays = (day: string, count: number): string => dayOf(new Date(utc(day).getTime() + count * DAY_MS))

/** Returns the number of days from `from` to `to`, negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((utc(to).getTime() - utc(from).getTime()) / DAY_MS)

/** Returns the ISO weekday, from Monday (1) to Sunday (7). */
export const weekdayOf = (day: string): number => utc(day).getUTCDay() || 7

/** True from Monday to Friday. */
export const isSchoolDay = (day: string): boolean => weekdayOf(day) <= 5

/** Returns the Monday of the planner week that contains a day. Saturday and Sunday belong to the preceding week. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day))

/** Returns the five school days of the week that contains a day, starting with Monday. */
export const schoolWeekOf = (day: string): string[] => {
  const monday = mondayOf(day)
  return [0, 1, 2, 3, 4].map((offset) => addDays(monday, offset))
}

/** Returns the next school day after `day`, or the previous one if `direction` is -1. */
export const stepSchoolDay = (day: string, direction: 1 | -1): string => {
  let step = addDays(day, direction)
  while (!isSchoolDay(step)) step = addDays(step, direction)
  return step
}

/** Returns every day from `from` to `to`, inclusive. Empty if `to` is earlier. */
export const daysInRange = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, offset) => addDays(from, offset))

/** Returns the first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 8)}01`

/** Returns the same day `count` months later (earlier if negative), or the last day of that month if it is shorter. */
export const addMonths = (day: string, count: number): string => {
  const first = utc(monthOf(day))
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return addDays(dayOf(first), Math.min(dayOfMonth(day), last.getUTCDate()) - 1)
}

/** Returns the full weeks shown in a month view, including days from adjacent months. */
export const weeksOfMonth = (day: string, weekStartsOn: 'sunday' | 'monday'): string[][] => {
  const first = monthOf(day)
  const last = addDays(addMonths(first, 1), -1)
  const start = addDays(first, weekStartsOn === 'sunday' ? -(weekdayOf(first) % 7) : 1 - weekdayOf(first))
  const weeks = Math.ceil((daysBetween(start, last) + 1) / 7)
  return Array.from({ length: weeks }, (_, week) => daysInRange(addDays(start, week * 7), addDays(start, week * 7 + 6)))
}

/**
 * Maximum number of cached formatters, one per time zone. Creating a formatter takes about 130 kB and 70 µs, and there are about 600 zone
 * names.
 */
const MAX_FORMATTERS = 600

/** Returns a function that formats instants in any time zone and caches one formatter per zone. */
const formatterIn = (locale: string, options: Intl.DateTimeFormatOptions): ((timezone: string, instant: number) => string) => {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (timezone, instant) => {
    let formatter = made.get(timezone)
    if (!formatter) {
      formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone })
      // Zone names are case-insensitive, so without this limit, anyone could fill the cache with spelling variants.
      if (made.size >= MAX_FORMATTERS) made.clear()
      made.set(timezone, formatter)
    }
    return formatter.format(instant)
  }
}

const usDayIn = formatterIn('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** Returns the date in an IANA time zone at an instant (milliseconds since the epoch). Throws RangeError for an unknown zone. */
export const todayIn = (timezone: string, instant: number): string => {
  // No locale writes yyyy-MM-dd in every browser: `en-CA` does in Chrome but not in WebKitGTK. `en-US` writes MM/dd/yyyy in all of them.
  const [month, day, year] = usDayIn(timezone, instant).split('/')
  return `${year}-${month}-${day}`
}

/**
 * Returns the wall-clock time (`HH:mm`) in an IANA time zone at an instant (milliseconds since the epoch). Throws RangeError for an unknown
 * zone.
 */
export const timeIn = formatterIn('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const offsetTextIn = formatterIn('en-US', { timeZoneName: 'longOffset' })

/** Returns an IANA time zone's offset from UTC at an instant, in milliseconds, positive to the east. Throws RangeError for an unknown zone. */
export const offsetIn = (timezone: string, instant: number): number => {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(offsetTextIn(timezone, instant)) ?? []
  return (sign === '-' ? -1000 : 1000) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds))
}

/**
 * Returns the instant at which a day starts in an IANA time zone. If the zone's clocks skip midnight that day, the result is off by at most
 * an hour.
 */
export const startOfDay = (day: string, timezone: string): Date => {
  const midnight = utc(day).getTime()
  let instant = midnight
  // The second pass corrects for a daylight saving change between the two instants.
  for (let round = 0; round < 2; round++)
    instant -= utc(todayIn(timezone, instant)).getTime() + minutesOf(timeIn(timezone, instant)) * MINUTE_MS - midnight
  return new Date(instant)
}

/** True if this machine's `Intl` supports the time zone. */
export const isTimezone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Returns a time zone in words, such as 'Eastern Time'. Throws RangeError for an unknown zone. */
export const zoneWords = (timezone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timezone

/** Converts `HH:mm` to minutes since midnight, 0 to 1439. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Converts minutes since midnight to `HH:mm`, clamped between 00:00 and 23:59. */
export const timeOf = (minutes: number): string => {
  const held = Math.min(Math.max(Math.round(minutes), 0), MINUTES_A_DAY - 1)
  return `${String(Math.floor(held / 60)).padStart(2, '0')}:${String(held % 60).padStart(2, '0')}`
}

/** Returns the time `count` minutes later, clamped to the same day. */
export const addMinutes = (time: string, count: number): string => timeOf(minutesOf(time) + count)

/** Formats `13:05` as '13:05' (24) or '1:05 PM' (12). Midnight is '12:00 AM' and noon is '12:00 PM'. */
export const formatTime = (time: string, timeFormat: '12' | '24'): string => {
  if (timeFormat === '24') return time.slice(0, 5)
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** A typical school day, 8:00 AM to 4:00 PM, for guessing AM or PM. */
const SCHOOL_DAY = { from: 8 * 60, to: 16 * 60 }
const TYPED_TIME = /^(?<hour>\d{1,2})(?:[:.h ]?(?<minute>[0-5]\d))? ?(?:(?<half>[ap])\.?(?: ?m\.?)?)?$/

/** Returns how many minutes a time is before or after the school day, or 0 if it's during the school day. */
const fromSchoolDay = (time: string): number => Math.max(SCHOOL_DAY.from - minutesOf(time), 0, minutesOf(time) - SCHOOL_DAY.to)

/**
 * Parses a typed time such as '8', '830', '8:30 pm', or '20:30'. Returns null if the time isn't valid.
 *
 * A 12-hour time without AM or PM is ambiguous. If only one of the two readings is later than `after`, returns that one. Otherwise returns
 * the reading closer to the school day: '1' is 1:00 PM, '7' is 7:00 AM. Times with a leading zero ('07:00') and all times in the 24-hour
 * format are taken literally.
 */
export const readTime = (
  text: string,
  { timeFormat, after = '' }: { timeFormat: '12' | '24'; after?: string | undefined },
): string | null => {
  if (text.length > 20) return null
  const { hour = '', minute = '00', half } = TYPED_TIME.exec(text.trim().toLowerCase())?.groups ?? {}
  const number = Number(hour)
  if (hour === '' || number > 23 || (half && (number < 1 || number > 12))) return null
  const inHalf = (isAfternoon: boolean): string => `${String((number % 12) + (isAfternoon ? 12 : 0)).padStart(2, '0')}:${minute}`
  if (half) return inHalf(half === 'p')
  if (timeFormat === '24' || number > 12 || hour.startsWith('0')) return `${hour.padStart(2, '0')}:${minute}`
  const [morning, afternoon] = [inHalf(false), inHalf(true)]
  if (morning > after !== afternoon > after) return afternoon
  return fromSchoolDay(morning) < fromSchoolDay(afternoon) ? morning : afternoon
}

/**
 * Formats a time range: '8:00 – 8:20 AM'. AM or PM appears only once unless the range crosses noon ('11:30 AM – 12:15 PM'). Non-breaking
 * spaces keep AM and PM on the same line as their time.
 */
export const formatTimes = ({ startTime, endTime }: { startTime: string; endTime: string }, timeFormat: '12' | '24'): string => {
  const from = formatTime(startTime, timeFormat)
  const to = formatTime(endTime, timeFormat)
  const isOneHalf = timeFormat === '12' && from.slice(-2) === to.slice(-2)
  return `${isOneHalf ? from.slice(0, -3) : from} – ${to}`.replace(/ (?=[AP]M)/g, '\u00a0')
}

const formats = {
  /** November 16, 2026 */
  long: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' }),
  /** Wednesday, November 18, 2026 */
  full: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }),
  /** Wednesday, November 18 */
  weekdayAndDay: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' }),
  /** Nov 18, 2026 */
  medium: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' }),
  /** Nov 18 */
  monthDay: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }),
  /** November 18 */
  monthDayLong: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric' }),
  /** November 2026 */
  month: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
  /** Nov */
  monthAlone: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' }),
  /** Nov 2026 */
  shortMonth: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' }),
  /** Wed, Nov 18 */
  short: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }),
  /** Wednesday */
  weekdayLong: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' }),
  /** Wed */
  weekday: new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' }),
} as const

/** Formats a day in one of the planner's styles. */
export const formatDay = (day: string, shape: keyof typeof formats): string => formats[shape].format(utc(day))

/** Returns 'November 16 – December 18, 2026', with both years if they differ. */
export const rangeInWords = ({ from, to }: { from: string; to: string }): string => {
  if (from === to) return formatDay(from, 'long')
  return `${formatDay(from, from.slice(0, 4) === to.slice(0, 4) ? 'monthDayLong' : 'long')} – ${formatDay(to, 'long')}`
}

/** Formats a day as in 'Nov 18', with the year only if it isn't the year of `today`. Never breaks across lines. */
export const formatNearDay = (day: string, today: string): string =>
  formatDay(day, day.slice(0, 4) === today.slice(0, 4) ? 'monthDay' : 'medium').replaceAll(' ', '\u00a0')

/** Formats an instant (ISO 8601) in an IANA time zone, as in 'Nov 18, 9:05 AM'. Throws RangeError for an unknown zone. */
export const formatInstant = (instant: string, timezone: string, timeFormat: '12' | '24'): string => {
  const at = Date.parse(instant)
  return `${formatDay(todayIn(timezone, at), 'monthDay')}, ${formatTime(timeIn(timezone, at), timeFormat)}`
}

/** Returns the day of the month as a number. */
export const dayOfMonth = (day: string): number => Number(day.slice(8, 10))
