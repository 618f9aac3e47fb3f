import type { CalendarDay } from '#shared/calendar/contract.ts'
import { marksOf, NO_MARKS } from '#shared/calendar/rules.ts'
import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { type DayEdit, datesOf, withEdit } from './edits.ts'
import { markUnder, ownMarks, schoolOf } from './school-entry.ts'

/** The marked days in a date range, both ends included. The query cache stores this for each month. */
export type MonthMarks = { from: string; to: string; days: ReadonlyMap<string, DayMark> }

export const monthMarks = (from: string, to: string, marks: readonly DayMark[]): MonthMarks => ({
  from,
  to,
  days: new Map(marks.map((mark) => [mark.date, mark])),
})

/** Returns the parts of a day that the month view shows. */
export const markOf = (day: CalendarDay): DayMark => ({
  ...marksOf(day),
  date: day.date,
  version: day.version,
  hasAlert: day.blocks.some(({ hasAlert, usual }) => hasAlert && !usual?.isLeftOut),
})

/** New marks for days on the user's own calendar, by date. Null if the day is empty now. */
export type MarkUpdates = ReadonlyMap<string, DayMark | null>

const isSame = (known: DayMark | null, mark: DayMark | null): boolean =>
  known === mark || (known !== null && mark !== null && (Object.keys(mark) as (keyof DayMark)[]).every((key) => known[key] === mark[key]))

const nothingOn = (date: string): DayMark => ({ ...NO_MARKS, date, version: 0, hasAlert: false })

/** Returns the teacher's own mark of a day, without the school's overlay. */
export const ownMark = (mark: DayMark | undefined): DayMark | undefined =>
  mark && { ...ownMarks(mark), date: mark.date, version: mark.version, hasAlert: mark.hasAlert }

/** Returns the month without the school's overlay. */
export const ownMonth = (month: MonthMarks): MonthMarks => ({
  ...month,
  days: new Map([...month.days].flatMap(([date, mark]) => [[date, ownMark(mark) as DayMark]])),
})

/** Returns the school's overlay for a month's days, as marks. */
export const schoolMarks = (month: MonthMarks): DayMark[] =>
  [...month.days].flatMap(([date, mark]) => {
    const school = schoolOf(mark)
    if (!school) return []
    const { isBlocked, blockedText, noteText } = school
    return [{ ...nothingOn(date), isBlocked, blockedText, hasNote: noteText !== null, noteText }]
  })

/** Returns the month with changes to some days beneath the school's overlay, or the same object if nothing changed. */
export const withMarks = (month: MonthMarks, updates: MarkUpdates): MonthMarks => {
  const news = [...updates]
    .map(([date, mark]) => {
      const school = schoolOf(month.days.get(date))
      return [date, school ? markUnder(school, mark ?? nothingOn(date)) : mark] as const
    })
    .filter(([date, mark]) => date >= month.from && date <= month.to && !isSame(month.days.get(date) ?? null, mark))
  if (news.length === 0) return month
  const days = new Map(month.days)
  for (const [date, mark] of news) {
    if (mark) days.set(date, mark)
    else days.delete(date)
  }
  return { ...month, days }
}

/** Returns the month as shown, including pending block-outs and notes. */
export const marksWith = (month: MonthMarks, edits: readonly DayEdit[]): MonthMarks => {
  const updates = new Map<string, DayMark>()
  for (const edit of edits) {
    for (const date of datesOf(edit)) {
      const known = updates.get(date) ?? ownMark(month.days.get(date))
      const before = marksOf(known)
      const { marks } = withEdit({ marks: before, blocks: [] }, date, edit)
      if (marks !== before) updates.set(date, { ...nothingOn(date), ...known, ...marks })
    }
  }
  return withMarks(month, updates)
}
