import { type makeFindings, Unreadable } from '#server/lib/reading/findings.ts'
import type { ReadTask } from '#server/lib/reading/items.ts'
import { daysBetween, daysInRange } from '#shared/dates.ts'
import { type Around, type DayOrder, mondayFrom, readWeek, weekdayProblem } from './days.ts'

/** Where a reader is: the days and the subject that the text above names. */
export type Reading = {
  findings: ReturnType<typeof makeFindings>
  around: Around
  /** The Monday of the week, from 'Week of November 30'. */
  week: string | null
  /** The Monday of the week that the teacher chose for a file that names none. */
  weekOf: string | null
  day: string | null
  /** The class of the whole document, from 'Subject: Algebra'. */
  subject: string
  /** Days off that were read, as `date reason`, because a grid repeats them in each row. */
  daysOff: Set<string>
  /** How many more days the rows' ranges may have. */
  rangeDays: { left: number }
}

/** Days of all ranges together that take less than a second of processor time. */
const MOST_RANGE_DAYS = 100_000

export const startReading = (
  { today, year, weekOf }: Pick<ReadTask, 'today' | 'year' | 'weekOf'>,
  findings: Reading['findings'],
  order: DayOrder = 'monthFirst',
): Reading => ({
  findings,
  around: { today, year, order },
  week: null,
  weekOf: weekOf === undefined ? null : mondayFrom(weekOf),
  day: null,
  subject: '',
  daysOff: new Set(),
  rangeDays: { left: MOST_RANGE_DAYS },
})

/** Returns the Monday of the week that a weekday is in if the file names none, or null. Remembers that the teacher can choose it. */
export const chosenWeek = ({ findings, weekOf }: Reading): string | null => {
  findings.askForWeek()
  return weekOf
}

export const addDayOff = ({ findings, daysOff }: Reading, line: number, date: string, title: string): void => {
  if (daysOff.has(date)) return
  daysOff.add(date)
  findings.add({ line, kind: 'dayOff', date, title, startTime: null, endTime: null })
}

/** Returns the days of a row's range, both included. Throws {@link Unreadable} if the ranges of all rows are too long. */
export const daysOfRange = ({ rangeDays }: Reading, { from, to }: { from: string; to: string }): string[] => {
  rangeDays.left -= daysBetween(from, to) + 1
  if (rangeDays.left < 0) throw new Unreadable('There are too many rows with a range of dates here. Bring it in in parts.')
  return daysInRange(from, to)
}

/** Returns whether a text names a week. If it does, the texts below are in it, and in its year. */
export const startWeek = (text: string, reading: Reading): boolean => {
  const week = readWeek(text, reading.around)
  if (!week) return false
  reading.week = week.monday
  reading.around = week.around
  return true
}

/** Tells the teacher if a date's weekday isn't the one that the file has beside it. The date counts. */
export const checkWeekday = ({ findings }: Reading, line: number, date: string, weekday: number | null | undefined): void => {
  const message = weekdayProblem(date, weekday ?? null)
  if (message !== null) findings.problem(line, message)
}
