/** A school's year, from August to June, as pure functions. Dates are `yyyy-MM-dd`. */
import { addDays, addMonths, daysBetween, daysInRange, formatDay, isSchoolDay, monthOf, stepSchoolDay, weekdayOf } from '#shared/dates.ts'
import { type MarkRow, markRows } from '#web/features/calendar/model/mark-rows.ts'
import { type MarkKind, markText } from '#web/features/calendar/model/marks.ts'
import type { MonthMarks } from '#web/features/calendar/model/month-marks.ts'

/** The year's months, and the range whose marks belong to it, which includes the July before. */
export type SchoolYear = { name: string; months: string[]; from: string; to: string }

const JULY = 7
const MONTHS = 11

/** Returns the school year of a day. From July on, it's the coming year. */
export const schoolYearOf = (day: string): SchoolYear => {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < JULY ? 1 : 0)
  const august = `${year}-08-01`
  return {
    name: `${year}–${String(year + 1).slice(2)}`,
    months: Array.from({ length: MONTHS }, (_, at) => addMonths(august, at)),
    from: `${year}-07-01`,
    to: `${year + 1}-06-30`,
  }
}

/** Returns a month's school days by week. A week has five entries, null outside of the month. */
export const weeksOf = (month: string): (string | null)[][] => {
  const last = addDays(addMonths(month, 1), -1)
  const weeks: (string | null)[][] = []
  for (const day of daysInRange(month, last).filter(isSchoolDay)) {
    if (weeks.length === 0 || weekdayOf(day) === 1) weeks.push([null, null, null, null, null])
    const week = weeks.at(-1)
    if (week) week[weekdayOf(day) - 1] = day
  }
  return weeks
}

/** Returns the school day that a key (`KeyboardEvent.key`) moves the focus to, within the year, or undefined for other keys. */
export const yearStep = (day: string, key: string, { months }: SchoolYear): string | undefined => {
  const first = months[0] ?? day
  const last = addDays(addMonths(months.at(-1) ?? day, 1), -1)
  const onSchoolDay = (date: string, direction: 1 | -1) => (isSchoolDay(date) ? date : stepSchoolDay(date, direction))
  const steps: Record<string, () => string> = {
    ArrowLeft: () => stepSchoolDay(day, -1),
    ArrowRight: () => stepSchoolDay(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, 1 - weekdayOf(day)),
    End: () => addDays(day, 5 - weekdayOf(day)),
    PageUp: () => onSchoolDay(addMonths(day, -1), 1),
    PageDown: () => onSchoolDay(addMonths(day, 1), -1),
  }
  const next = steps[key]?.()
  if (next === undefined) return undefined
  if (next < first) return onSchoolDay(first, 1)
  return next > last ? onSchoolDay(last, -1) : next
}

/** A closed day or a break, or a note. */
export type YearMark = MarkRow & { kind: MarkKind }

/** Returns the marks of a kind, sorted by date. Each break is one mark. */
const marksOfKind = (marks: MonthMarks, kind: MarkKind): YearMark[] => {
  const days = [...marks.days.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
  return markRows(days, kind).map((row) => ({ ...row, kind }))
}

/** Returns the number of school days that are closed, and the number of notes. A note on several days in a row counts once. */
export const countsOf = (marks: MonthMarks): { closed: number; notes: number } => ({
  closed: [...marks.days.values()].filter(({ date, isBlocked }) => isBlocked && isSchoolDay(date)).length,
  notes: marksOfKind(marks, 'note').length,
})

/** Returns the next marks from today on, at most `most`. A break that has begun counts. */
export const comingUp = (marks: MonthMarks, today: string, most: number): YearMark[] =>
  (['note', 'block-out'] as const)
    .flatMap((kind) => marksOfKind(marks, kind))
    .filter(({ to }) => to >= today)
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
    .slice(0, most)

/** Returns the closed day or break that includes a date. */
export const closureOn = (marks: MonthMarks, date: string): YearMark | undefined =>
  marksOfKind(marks, 'block-out').find(({ dates }) => dates.includes(date))

/** Returns the last day to close, starting with `date`. `lastDay` is the chosen one, or null for a single day. */
export const closingEnd = (date: string, lastDay: string | null): string => {
  if (lastDay === null) return date
  return lastDay > date ? lastDay : stepSchoolDay(date, 1)
}

/** Returns a range in few words: 'Nov 25 – 27', or 'Nov 30 – Dec 2'. */
export const rangeWords = (from: string, to: string): string => {
  if (from === to) return formatDay(from, 'monthDay')
  const end = formatDay(to, 'monthDay')
  return `${formatDay(from, 'monthDay')} – ${monthOf(from) === monthOf(to) ? (end.split(' ')[1] ?? end) : end}`
}

/** Returns when a day is, seen from today: 'today', 'tomorrow', 'Fri' within a week, or 'Dec 10'. */
export const whenWords = (day: string, today: string): string => {
  const away = daysBetween(today, day)
  if (away === 0) return 'today'
  if (away === 1) return 'tomorrow'
  return away > 1 && away < 7 ? formatDay(day, 'weekday') : formatDay(day, 'monthDay')
}

/** Returns what a day of the year is, for screen readers: 'Thursday, November 19, closed: Snow day'. */
export const dayWords = (date: string, marks: MonthMarks, isToday: boolean): string => {
  const mark = marks.days.get(date)
  const [closed, note] = [markText(mark, 'block-out'), markText(mark, 'note')]
  return [formatDay(date, 'weekdayAndDay'), isToday && 'today', closed !== null && `closed: ${closed}`, note !== null && `note: ${note}`]
    .filter(Boolean)
    .join(', ')
}
