import { addDays, daysBetween, isDay, weekdayOf } from '#shared/dates.ts'

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const STEPS: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1, 'next week': 7, 'last week': -7 }

/** Returns the 1-based index of the name that starts with these letters (at least three), or 0 if none does. */
const placeIn = (names: readonly string[], letters: string): number =>
  letters.length < 3 ? 0 : names.findIndex((name) => name.startsWith(letters)) + 1

const dayFrom = (year: number, month: number, day: number): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(text) ? text : null
}

/** Returns the date for a month and day. Without a year, returns the one nearest to today. */
const dayIn = (month: number, day: number, year: string | undefined, today: string): string | null => {
  if (year) return dayFrom(Number(year) + (year.length === 2 ? 2000 : 0), month, day)
  const thisYear = Number(today.slice(0, 4))
  const distance = (date: string) => Math.abs(daysBetween(today, date))
  return (
    [thisYear - 1, thisYear, thisYear + 1]
      .flatMap((each) => dayFrom(each, month, day) ?? [])
      .sort((a, b) => distance(a) - distance(b))[0] ?? null
  )
}

/**
 * Parses a day as a teacher would type it: '2026-11-18', 'Nov 18', '18 November 2026', '11/18' (month first), 'tomorrow', 'Friday' (today
 * or the next one), 'next Friday' (after today), 'last Friday', 'next week'. Returns null if the input isn't a day.
 */
export const dayInWords = (typed: string, today: string): string | null => {
  const words = typed.trim().toLowerCase().replace(/,/g, ' ').replace(/\s+/g, ' ')
  const steps = STEPS[words]
  if (steps !== undefined) return addDays(today, steps)
  if (isDay(words)) return words

  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(words)
  if (slashed) return dayIn(Number(slashed[1]), Number(slashed[2]), slashed[3], today)

  const named = /^([a-z]+)\.? (\d{1,2})(?: (\d{4}))?$/.exec(words) ?? /^(\d{1,2}) ([a-z]+)\.?(?: (\d{4}))?$/.exec(words)
  if (named) {
    const [first = '', second = ''] = named.slice(1)
    const month = placeIn(MONTHS, first) || placeIn(MONTHS, second)
    return month ? dayIn(month, Number.parseInt(first, 10) || Number(second), named[3], today) : null
  }

  const weekday = /^(?:(next|last) )?([a-z]+)$/.exec(words)
  const place = placeIn(WEEKDAYS, weekday?.[2] ?? '')
  if (!place) return null
  const ahead = (place - weekdayOf(today) + 7) % 7
  if (weekday?.[1] === 'last') return addDays(today, ahead - 7)
  return addDays(today, weekday?.[1] === 'next' && ahead === 0 ? 7 : ahead)
}
