import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { addDays, daysBetween, isSchoolDay, stepSchoolDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { type MarkKind, markText } from './marks.ts'

/** Consecutive dates with the same text: a break or a single day. */
export type MarkRow = { from: string; to: string; dates: string[]; text: string }

/** Returns whether a date continues a break. Unmarked weekends don't split it. */
const follows = (date: string, before: string): boolean =>
  date === addDays(before, 1) || (isSchoolDay(date) && date === stepSchoolDay(before, 1))

/** Returns the marks of a kind sorted by date, with each break as one row. A row never covers more dates than one call can change. */
export const markRows = (marks: readonly DayMark[], kind: MarkKind): MarkRow[] => {
  const rows: MarkRow[] = []
  for (const mark of marks) {
    const text = markText(mark, kind)
    if (text === null) continue
    const { date } = mark
    const last = rows.at(-1)
    if (last && last.text === text && follows(date, last.to) && daysBetween(last.from, date) < MAX.rangeDays) {
      last.to = date
      last.dates.push(date)
    } else rows.push({ from: date, to: date, dates: [date], text })
  }
  return rows
}
