import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { ClassLessons } from '#shared/classes/lessons/contract.ts'
import { addDays, addMonths, dayOfMonth, formatDay, isSchoolDay, mondayOf, monthOf, stepSchoolDay } from '#shared/dates.ts'

/** A lesson of the class, or days off in a row that have the same reason. */
export type ClassLine = { kind: 'lesson'; date: string; block: TimeBlock } | { kind: 'off'; date: string; to: string; reason: string }
/** The lines of a week. */
export type ClassWeek = { monday: string; lines: ClassLine[] }

/** Month in which a school year starts (August). */
const FIRST_MONTH = 8

/** Returns the school year of a date, August through July. */
export const schoolYearOf = (date: string): { from: string; to: string } => {
  const month = Number(date.slice(5, 7))
  const august = addMonths(monthOf(date), -((month - FIRST_MONTH + 12) % 12))
  return { from: august, to: addDays(addMonths(august, 12), -1) }
}

const daysOffInRows = ({ daysOff, lessons }: ClassLessons): ClassLine[] => {
  const [first, last] = [lessons[0]?.date ?? '', lessons.at(-1)?.date ?? '']
  const rows: Extract<ClassLine, { kind: 'off' }>[] = []
  for (const { date, reason } of daysOff) {
    // Before the first lesson and after the last one, it is vacation.
    if (!isSchoolDay(date) || date < first || date > last) continue
    const row = rows.at(-1)
    if (row && row.reason === reason && stepSchoolDay(row.to, 1) === date) row.to = date
    else rows.push({ kind: 'off', date, to: date, reason })
  }
  return rows
}

/** Returns a class in order, by weeks: its lessons, and the days off between them. Weeks without either are left out. */
export const classWeeks = (shown: ClassLessons): ClassWeek[] => {
  const lessons = shown.lessons.map((lesson): ClassLine => ({ kind: 'lesson', ...lesson }))
  const lines = [...lessons, ...daysOffInRows(shown)].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const weeks: ClassWeek[] = []
  for (const line of lines) {
    const monday = mondayOf(line.date)
    const week = weeks.at(-1)
    if (week?.monday === monday) week.lines.push(line)
    else weeks.push({ monday, lines: [line] })
  }
  return weeks
}

/** Returns the date of the first line on or after a date, or of the last line. Undefined for a class without lines. */
export const lineNear = (weeks: readonly ClassWeek[], date: string): string | undefined => {
  const dates = weeks.flatMap(({ lines }) => lines.map((line) => line.date))
  return dates.find((one) => one >= date) ?? dates.at(-1)
}

/** Returns days off in words: 'Fri 20', 'Nov 25 – 27' or 'Dec 21 – Jan 1'. */
export const daysInWords = (from: string, to: string): string => {
  if (from === to) return `${formatDay(from, 'weekday')} ${dayOfMonth(from)}`
  const isOneMonth = monthOf(from) === monthOf(to)
  return `${formatDay(from, 'monthDay')} – ${isOneMonth ? dayOfMonth(to) : formatDay(to, 'monthDay')}`
}

/** The numbers of a class's lessons from a date on: with text, and without. `before` counts the lessons before that date. */
export const countsOf = ({ lessons }: ClassLessons, today: string): { before: number; planned: number; open: number } => {
  const coming = lessons.filter(({ date }) => date >= today)
  const planned = coming.filter(({ block }) => block.description !== '').length
  return { before: lessons.length - coming.length, planned, open: coming.length - planned }
}
