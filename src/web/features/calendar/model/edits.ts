/**
 * What a teacher does to days. Each edit is plain data, so that it can be stored and sent later, and says by itself how
 * a day looks with it. Dates are `yyyy-MM-dd`.
 */
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { type Marks, marksOf } from '#shared/calendar/rules.ts'
import { daysInRange } from '#shared/dates.ts'
import type { ApplyOptions } from '#shared/templates/contract.ts'
import type { RepeatedDay } from '#shared/templates/repeats/contract.ts'
import { applyEdit, type BlockEdit } from './block-edit.ts'
import { type MarkKind, markChange } from './marks.ts'
import { renumbered } from './merge-blocks.ts'

/** A time block without what each day gives it. */
export type RepeatedLesson = Omit<TimeBlock, 'id' | 'order'>

/** Time blocks for a day. */
type DayBlocks = { date: string; blocks: readonly TimeBlock[] }

export type DayEdit =
  /** A time block is added, changed or deleted. */
  | ({ type: 'block'; date: string } & BlockEdit)
  /** A time block leaves one day for another one. */
  | { type: 'move'; from: string; to: string; before: TimeBlock; after: TimeBlock }
  /** Time blocks are put on several days: beside those that are there, or in their place. */
  | { type: 'lessons'; days: readonly DayBlocks[]; mode: 'add' | 'replace' }
  /** A block-out or a note is set, or cleared (`text` null). `seen` is what the teacher saw there when they began. */
  | { type: 'mark'; date: string; kind: MarkKind; text: string | null; seen: string | null }
  /** Every day of a range is blocked out or noted, or is so no more (`text` null). */
  | { type: 'marks'; from: string; to: string; kind: MarkKind; text: string | null }
  /** A day last seen as `current` gets an earlier state: `to`, null for nothing at all. */
  | { type: 'restore'; date: string; current: CalendarDay | null; to: CalendarDay | null }
  /** An operation that changed `dates` is taken back. */
  | { type: 'undo'; dates: readonly string[]; operationId: string }
  /** A daily template is put on the one date, or a weekly one on the week that begins with the first. */
  | { type: 'apply'; kind: 'daily' | 'weekly'; templateId: string; dates: readonly string[]; options: ApplyOptions }
  /** Each of many days gets the lessons of one of `patterns`: beside those that are there, or in their place. */
  | { type: 'repeat'; patterns: readonly (readonly RepeatedLesson[])[]; days: readonly RepeatedDay[]; mode: ApplyOptions['mode'] }

/** An edit on its way to the server. Its id becomes the id of the operation, so sending it twice does it once. */
export type PendingEdit = DayEdit & { id: string; calendarId: string }

/** Returns the dates that an edit may change. */
export const datesOf = (edit: DayEdit): readonly string[] => {
  switch (edit.type) {
    case 'move':
      return [edit.from, edit.to]
    case 'lessons':
    case 'repeat':
      return edit.days.map(({ date }) => date)
    case 'marks':
      return daysInRange(edit.from, edit.to)
    case 'undo':
    case 'apply':
      return edit.dates
    default:
      return [edit.date]
  }
}

/** Whether an edit may change the day of this date. */
export const isOn = (edit: DayEdit, date: string): boolean =>
  edit.type === 'marks' ? edit.from <= date && date <= edit.to : datesOf(edit).includes(date)

/** Returns the time blocks of the day of `date` once those of the edit are put on it. */
export const withLessons = (
  there: readonly TimeBlock[],
  date: string,
  { days, mode }: Extract<DayEdit, { type: 'lessons' }>,
): TimeBlock[] => {
  const added = days.find((day) => day.date === date)?.blocks ?? []
  const ids = new Set(added.map(({ id }) => id))
  return renumbered([...(mode === 'add' ? there.filter(({ id }) => !ids.has(id)) : []), ...added])
}

/** What is shown of a day: its marks, and its time blocks in order. */
export type DayView = { marks: Marks; blocks: readonly TimeBlock[] }

/** Returns the day of `date` with an edit done to it. What only the server can work out (undo, apply, repeat) changes nothing yet. */
export const withEdit = (day: DayView, date: string, edit: DayEdit): DayView => {
  if (!isOn(edit, date)) return day
  switch (edit.type) {
    case 'block':
      return { ...day, blocks: applyEdit(day.blocks, edit) }
    case 'move': {
      const { before, after } = edit
      return { ...day, blocks: applyEdit(day.blocks, date === edit.from ? { before, after: null } : { before: null, after }) }
    }
    case 'lessons':
      return { ...day, blocks: withLessons(day.blocks, date, edit) }
    case 'mark':
    case 'marks':
      return { ...day, marks: { ...day.marks, ...markChange(edit.kind, edit.text) } }
    case 'restore':
      return { marks: marksOf(edit.to), blocks: edit.to?.blocks ?? [] }
    default:
      return day
  }
}
