import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { type Marks, marksOf } from '#shared/calendar/rules.ts'
import { addDays, formatDay, schoolWeekOf } from '#shared/dates.ts'
import { applyEdit, type BlockEdit } from './block-edit.ts'
import { hueOf } from './hue.ts'
import { renumbered } from './merge-blocks.ts'
import { overlapping } from './overlaps.ts'
import { previewOf } from './preview.ts'

/** A time block with what a card shows of it, worked out when the data arrives and not when it is drawn. */
export type PlannedBlock = { block: TimeBlock; preview: string; hue: string; overlaps: boolean }

export type PlannedDay = {
  date: string
  /** Wednesday, November 18, 2026 */
  fullDate: string
  /** The day as the server last confirmed it; null when it holds nothing. */
  entry: CalendarDay | null
  /** Edits that are shown but not confirmed yet, oldest first. */
  pending: readonly BlockEdit[]
  /** Block-out and note as they will be once a change of them is confirmed; null when none is on its way. */
  marking: Marks | null
  /** Block-out and note as they are shown. */
  marks: Marks
  /** The lessons in the order of the day, pending edits included. On a blocked day they are kept, and hidden. */
  lessons: PlannedBlock[]
}

/** The five school days of a week, Monday first: what the query cache holds under the week's Monday. */
export type PlannedWeek = {
  monday: string
  days: PlannedDay[]
  /** Lessons that take place, those with a text, and those with an alert. */
  totals: { lessons: number; written: number; alerts: number }
}

const plannedBlocks = (blocks: readonly TimeBlock[]): PlannedBlock[] => {
  const shared = overlapping(blocks)
  return blocks.map((block) => ({
    block,
    preview: previewOf(block.description),
    hue: hueOf(block.title),
    overlaps: shared.has(block.id),
  }))
}

export type DayState = Pick<PlannedDay, 'entry' | 'pending' | 'marking'>

const plannedDay = (date: string, { entry, pending, marking }: DayState): PlannedDay => ({
  date,
  fullDate: formatDay(date, 'full'),
  entry,
  pending,
  marking,
  marks: marking ?? marksOf(entry),
  lessons: plannedBlocks(pending.reduce(applyEdit, renumbered(entry?.blocks ?? []))),
})

const totalsOf = (days: readonly PlannedDay[]): PlannedWeek['totals'] => {
  const taught = days.filter((day) => !day.marks.isBlocked).flatMap((day) => day.lessons)
  return {
    lessons: taught.length,
    written: taught.filter(({ preview }) => preview !== '').length,
    alerts: taught.filter(({ block }) => block.hasAlert).length,
  }
}

/** A week as it came from the server. */
export const plannedWeek = (monday: string, entries: readonly CalendarDay[]): PlannedWeek => {
  const byDate = new Map(entries.map((entry) => [entry.date, entry]))
  const days = schoolWeekOf(monday).map((date) => plannedDay(date, { entry: byDate.get(date) ?? null, pending: [], marking: null }))
  return { monday, days, totals: totalsOf(days) }
}

/** The week with one of its days changed; the other days stay the same objects. */
export const withDay = (week: PlannedWeek, date: string, change: (day: PlannedDay) => Partial<DayState>): PlannedWeek => {
  const days = week.days.map((day) => (day.date === date ? plannedDay(date, { ...day, ...change(day) }) : day))
  return { ...week, days, totals: totalsOf(days) }
}

export const dayOfWeek = (week: PlannedWeek, date: string): PlannedDay | undefined => week.days.find((day) => day.date === date)

/** The Mondays to fetch ahead when a week is shown: the neighbours first, then those behind them. */
export const neighbourMondays = (monday: string): string[] => [7, -7, 14, -14].map((days) => addDays(monday, days))
