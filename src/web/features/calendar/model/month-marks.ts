import type { CalendarDay, DayMark } from '#shared/calendar/contract.ts'
import { marksOf } from '#shared/calendar/rules.ts'
import { type DayEdit, datesOf, withEdit } from './edits.ts'

/** What is known of the marked days from one date to another, both included: what the query cache holds for a month. */
export type MonthMarks = { from: string; to: string; days: ReadonlyMap<string, DayMark> }

export const monthMarks = (from: string, to: string, marks: readonly DayMark[]): MonthMarks => ({
  from,
  to,
  days: new Map(marks.map((mark) => [mark.date, mark])),
})

/** What a month shows of a day. */
export const markOf = (day: CalendarDay): DayMark => ({
  ...marksOf(day),
  date: day.date,
  version: day.version,
  hasAlert: day.blocks.some((block) => block.hasAlert),
})

/** Days as they are now: the mark, or null where a date holds nothing any more. */
export type MarkUpdates = ReadonlyMap<string, DayMark | null>

const isSame = (known: DayMark | null, mark: DayMark | null): boolean =>
  known === mark || (known !== null && mark !== null && (Object.keys(mark) as (keyof DayMark)[]).every((key) => known[key] === mark[key]))

/** The month with some of its days changed; the same object when none of them is news. */
export const withMarks = (month: MonthMarks, updates: MarkUpdates): MonthMarks => {
  const news = [...updates].filter(([date, mark]) => date >= month.from && date <= month.to && !isSame(month.days.get(date) ?? null, mark))
  if (news.length === 0) return month
  const days = new Map(month.days)
  for (const [date, mark] of news) {
    if (mark) days.set(date, mark)
    else days.delete(date)
  }
  return { ...month, days }
}

/** Returns the month as it is shown: with the block-outs and notes that are on their way. */
export const marksWith = (month: MonthMarks, edits: readonly DayEdit[]): MonthMarks => {
  const updates = new Map<string, DayMark>()
  for (const edit of edits) {
    for (const date of datesOf(edit)) {
      const known = updates.get(date) ?? month.days.get(date)
      const before = marksOf(known)
      const { marks } = withEdit({ marks: before, blocks: [] }, date, edit)
      if (marks !== before) updates.set(date, { date, version: 0, hasAlert: false, ...known, ...marks })
    }
  }
  return withMarks(month, updates)
}
