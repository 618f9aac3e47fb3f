/** Finds the years that a file is from, because most of its dates don't have one. */
import { weekdayOf } from '#shared/dates.ts'
import { type Around, dayOrderOf, findDay, firstDate, laterBy, yearsLater } from './days.ts'

/** Years between today and the dates of a plan. Other dates are in lessons about history. */
const MOST_EARLIER = 10
const MOST_LATER = 2
/** Closest first. */
const BY_WEEKDAY = [0, -1, 1, -2, -3]
/** Texts with digits. The first ones are enough, and reading them all takes too long. */
const MOST_TEXTS = 2_000

type Texts = readonly (readonly string[])[]

/** Returns the weekday that a cell is, or undefined. */
const weekdayIn = (cell: string | undefined, around: Around): number | undefined => {
  const found = cell === undefined || cell.length > 20 ? null : findDay(cell, around)
  return found?.kind === 'weekday' && /^[\s.:]*$/.test(found.rest) ? found.weekday : undefined
}

/** Returns the number that is there most often, and of those the closest to 0. */
const mostCommon = (numbers: readonly number[]): number | null => {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].sort(([a, first], [b, second]) => second - first || Math.abs(a) - Math.abs(b))[0]?.[0] ?? null
}

/**
 * Returns what to read a file's dates without a year with: the year of those that have one, or else the closest in which most of the
 * weekdays beside them are right. A weekday can also be in the cell before or above.
 */
export const aroundIn = (rows: Texts, given: Around): Around => {
  const texts = rows
    .flatMap((cells, row) => cells.flatMap((text, place) => (/\d/.test(text) ? { text, row, place } : [])))
    .slice(0, MOST_TEXTS)
  const around = { ...given, order: dayOrderOf(texts.map(({ text }) => text.slice(0, 60))) }
  const dates = texts.flatMap((at) => {
    const found = firstDate(at.text, around)
    return found ? { ...at, found } : []
  })
  const later = dates
    .flatMap(({ found }) => (found.hasYear ? yearsLater(found.date, around) : []))
    .filter((years) => years >= -MOST_EARLIER && years <= MOST_LATER)
  const years = mostCommon(later)
  if (years !== null) return laterBy(years, given)
  const named = dates.flatMap(({ found, text, row, place }) => {
    const weekday = found.weekday ?? weekdayIn(rows[row]?.[place - 1], around) ?? weekdayIn(rows[row - 1]?.[place], around)
    return weekday === undefined ? [] : { weekday, text }
  })
  const right = BY_WEEKDAY.map((years) => {
    const then = laterBy(years, around)
    return { years, count: named.filter(({ weekday, text }) => isOn(firstDate(text, then)?.date, weekday)).length }
  })
  return laterBy(right.sort((a, b) => b.count - a.count)[0]?.years ?? 0, given)
}

const isOn = (date: string | undefined, weekday: number): boolean => date !== undefined && weekdayOf(date) === weekday
