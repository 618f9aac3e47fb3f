/**
 * A teacher's changes to days. Each edit is plain data, so that it can be stored and sent later. {@link withEdit}
 * applies it to a day. Dates are `yyyy-MM-dd`.
 */
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { type Marks, marksOf, renumbered } from '#shared/calendar/rules.ts'
import type { ClassChange, SchoolClass } from '#shared/classes/contract.ts'
import type { ImportInput } from '#shared/imports/contract.ts'
import type { ClosureChoice } from '#shared/moves/contract.ts'
import type { MoveKind } from '#shared/moves/moving/rules.ts'
import type { ShortDayInput } from '#shared/moves/short-days/contract.ts'
import { restored } from '#shared/moves/usual-times/rules.ts'
import type { YearCopyInput } from '#shared/moves/years/contract.ts'
import type { ApplyOptions } from '#shared/templates/apply/contract.ts'
import type { RepeatedDay } from '#shared/templates/repeats/contract.ts'
import type { NewTimetable, TimetableChange } from '#shared/timetables/contract.ts'
import { withSharedChanges } from '#shared/timetables/later/rules.ts'
import type { SchoolAnswer, SchoolYearInput } from '#shared/timetables/school/contract.ts'
import type { UnplacedLesson } from '#shared/timetables/unplaced/contract.ts'
import { applyEdit, type BlockEdit } from './block-edit.ts'
import { type MarkKind, markChange } from './marks.ts'

/** A time block without the fields that differ between days. */
export type RepeatedLesson = Omit<TimeBlock, 'id' | 'order'>

/** A change to one time block of a day. */
type BlockChange = { date: string; before: TimeBlock; after: TimeBlock }

/** Later lessons that get the new title and times of a lesson: their last possible date, and what the teacher saw that it changes. */
export type LaterLessons = { until: string; days: readonly { date: string; ids: readonly string[] }[] }

type DayBlocks = { date: string; blocks: readonly TimeBlock[] }

/** Answers what the school changed about a timetable, or sets the school's year. */
export type SchoolCall =
  | ({ is: 'answer'; id: string } & Omit<SchoolAnswer, 'operationId'>)
  | { is: 'school-year'; year: Omit<SchoolYearInput, 'operationId'> }
/** Lays a timetable down, or changes one from a date on, or as the school did. */
export type TimetableCall =
  | { is: 'new'; body: NewTimetable }
  | { is: 'change'; id: string; from: string; body: TimetableChange }
  | SchoolCall

/** What happens to the plans of a class when days close. */
export type ClassChoice = { classId: string; choice: ClosureChoice }

export type DayEdit =
  /**
   * Adds, changes, or deletes a time block. With `later`, changes later ones like it too. All edits with the same `sitting`, a UUID, are one
   * change. `copyId` is the ID of the second time block if another window changed the first one and the teacher keeps both.
   */
  | ({
      type: 'block'
      date: string
      later?: LaterLessons | undefined
      sitting?: string | undefined
      copyId?: string | undefined
    } & BlockEdit)
  /** Moves a time block from one day to another. */
  | { type: 'move'; from: string; to: string; before: TimeBlock; after: TimeBlock }
  /** Changes several time blocks together, such as two whose plans are swapped. Their days stay. */
  | { type: 'blocks'; changes: readonly BlockChange[] }
  /** Adds time blocks to several days, or replaces the existing ones. `classes` are created with them. */
  | { type: 'lessons'; days: readonly DayBlocks[]; mode: 'add' | 'replace'; classes?: readonly SchoolClass[] }
  /** Sets a block-out or a note, or clears it (`text` is null). `seen` is the text when the teacher started editing. */
  | { type: 'mark'; date: string; kind: MarkKind; text: string | null; seen: string | null }
  /** Sets a block-out or a note on several days, in order, or clears it (`text` is null). */
  | { type: 'marks'; dates: readonly string[]; kind: MarkKind; text: string | null }
  /** Restores a day, last seen as `current`, to the earlier state `to` (null if empty). */
  | { type: 'restore'; date: string; current: CalendarDay | null; to: CalendarDay | null }
  /** Puts an unplaced lesson on a day. Without a `blockId`, the server chooses the lesson that gets its text, or adds one. */
  | { type: 'place'; date: string; lesson: UnplacedLesson; blockId?: string | undefined }
  /** Deletes an unplaced lesson. Changes no day. */
  | { type: 'drop-unplaced'; lesson: UnplacedLesson }
  /** Undoes an operation that changed `dates`. */
  | { type: 'undo'; dates: readonly string[]; operationId: string }
  /** Applies a daily template to a single date, or a weekly template to the week that starts with the first date. */
  | { type: 'apply'; kind: 'daily' | 'weekly'; templateId: string; dates: readonly string[]; options: ApplyOptions }
  /** Adds a timetable's lessons, or changes them. `dates` are the days that it probably changes. */
  | { type: 'timetable'; dates: readonly string[]; call: TimetableCall }
  /** Changes a class, and renames its lessons from a date on. `dates` are the days that have some. */
  | { type: 'rename-class'; classId: string; change: ClassChange; from: string; dates: readonly string[] }
  /** Sets the number of a day in a cycle, or lets it be counted again (`day` is null). `dates` are the days whose lessons probably change. */
  | { type: 'cycle-day'; date: string; day: number | null; dates: readonly string[] }
  /** Moves the plan of a lesson along its class. `dates` are the days that the move changes. */
  | { type: 'move-plan'; kind: MoveKind; date: string; block: Pick<TimeBlock, 'id' | 'title'>; dates: readonly string[] }
  /** Shortens days. `dates` are those that the teacher sees become short. */
  | { type: 'short-day'; dates: readonly string[]; body: Omit<ShortDayInput, 'operationId'> }
  /** Gives a short day its usual times back. */
  | { type: 'usual-times'; date: string }
  /** Copies the plans of an earlier year. `dates` are the days that probably get some. */
  | { type: 'year-copy'; dates: readonly string[]; copy: Omit<YearCopyInput, 'operationId'> }
  /** Brings in a file or pasted text. `dates` are the days that probably change. */
  | { type: 'import'; dates: readonly string[]; input: ImportInput }
  /**
   * Blocks out the days of a range with the reason `text`, and moves plans on as chosen. With a `text` of null, the days are already closed,
   * and `only` these of the range count. `dates` are the days that it probably changes.
   */
  | {
      type: 'closure'
      from: string
      to: string
      text: string | null
      only?: readonly string[] | undefined
      choices: readonly ClassChoice[]
      dates: readonly string[]
    }
  /**
   * Unblocks the days of a range, or `only` these of them, and brings their plans back or leaves them. `dates` are the days that it probably
   * changes.
   */
  | {
      type: 'opening'
      from: string
      to: string
      only?: readonly string[] | undefined
      plans: 'bringBack' | 'leave'
      dates: readonly string[]
    }
  /** Fills each day with the lessons from one of the `patterns`. `mode` determines what happens to existing lessons. */
  | { type: 'repeat'; patterns: readonly (readonly RepeatedLesson[])[]; days: readonly RepeatedDay[]; mode: ApplyOptions['mode'] }

/**
 * An edit to send to the server. Its ID becomes the operation's ID, which makes resending idempotent. `at` is when it was made, in ms since
 * the epoch, by this device's clock.
 */
export type PendingEdit = DayEdit & { id: string; calendarId: string; at: number }

const TYPES: Record<DayEdit['type'], true> = {
  block: true,
  move: true,
  blocks: true,
  lessons: true,
  mark: true,
  marks: true,
  restore: true,
  place: true,
  'drop-unplaced': true,
  undo: true,
  apply: true,
  timetable: true,
  'rename-class': true,
  'cycle-day': true,
  'move-plan': true,
  'short-day': true,
  'usual-times': true,
  'year-copy': true,
  import: true,
  closure: true,
  opening: true,
  repeat: true,
}
/** False for an edit that a newer version of the app has stored, which this one can't send. */
export const isKnownEdit = ({ type }: DayEdit): boolean => type in TYPES

/**
 * Edits that fail without a response and are never stored, because sent later they would act on lessons that the teacher hasn't seen.
 */
export const isSentOnce = ({ type }: DayEdit): boolean => type === 'move-plan' || type === 'closure' || type === 'opening'

/** Returns the dates that an edit may change. */
export const datesOf = (edit: DayEdit): readonly string[] => {
  switch (edit.type) {
    case 'block':
      return [edit.date, ...(edit.later?.days ?? []).map(({ date }) => date)]
    case 'move':
      return [edit.from, edit.to]
    case 'blocks':
      return edit.changes.map(({ date }) => date)
    case 'lessons':
    case 'repeat':
      return edit.days.map(({ date }) => date)
    case 'marks':
    case 'undo':
    case 'apply':
    case 'timetable':
    case 'cycle-day':
    case 'move-plan':
    case 'rename-class':
    case 'short-day':
    case 'year-copy':
    case 'import':
    case 'closure':
    case 'opening':
      return edit.dates
    case 'drop-unplaced':
      return []
    default:
      return [edit.date]
  }
}

/** Returns whether an edit may change the day on this date. */
export const isOn = (edit: DayEdit, date: string): boolean => datesOf(edit).includes(date)

/** Returns a date's time blocks after the edit adds its lessons or replaces the existing ones. */
export const withLessons = (
  there: readonly TimeBlock[],
  date: string,
  { days, mode }: Extract<DayEdit, { type: 'lessons' }>,
): TimeBlock[] => {
  const added = days.find((day) => day.date === date)?.blocks ?? []
  const ids = new Set(added.map(({ id }) => id))
  return renumbered([...(mode === 'add' ? there.filter(({ id }) => !ids.has(id)) : []), ...added])
}

/** Returns a date's time blocks after the edit changes some of them. */
export const withChanges = (
  there: readonly TimeBlock[],
  date: string,
  { changes }: Pick<Extract<DayEdit, { type: 'blocks' }>, 'changes'>,
): TimeBlock[] => {
  const byId = new Map(changes.flatMap((change) => (change.date === date ? [[change.before.id, change.after] as const] : [])))
  return renumbered(there.map((block) => byId.get(block.id) ?? block))
}

/** Returns a date's time blocks after the edit changes one of them, or later ones like it. */
const withBlock = (there: readonly TimeBlock[], date: string, edit: Extract<DayEdit, { type: 'block' }>): TimeBlock[] => {
  const { before, after, later } = edit
  if (date === edit.date) return applyEdit(there, edit)
  const ids = new Set(later?.days.find((day) => day.date === date)?.ids)
  return renumbered(there.map((block) => (before && after && ids.has(block.id) ? withSharedChanges(block, { before, after }) : block)))
}

/** A day as shown: its marks, and its time blocks in order. */
export type DayView = { marks: Marks; blocks: readonly TimeBlock[] }

/** Returns the day with an edit applied. Edits that only the server can compute (undo, apply, repeat, timetable, cycle-day, move-plan, rename-class, short-day, place, year-copy, import, opening) don't change it. */
export const withEdit = (day: DayView, date: string, edit: DayEdit): DayView => {
  if (!isOn(edit, date)) return day
  switch (edit.type) {
    case 'block':
      return { ...day, blocks: withBlock(day.blocks, date, edit) }
    case 'move': {
      const { before, after } = edit
      return { ...day, blocks: applyEdit(day.blocks, date === edit.from ? { before, after: null } : { before: null, after }) }
    }
    case 'blocks':
      return { ...day, blocks: withChanges(day.blocks, date, edit) }
    case 'lessons':
      return { ...day, blocks: withLessons(day.blocks, date, edit) }
    case 'mark':
    case 'marks':
      return { ...day, marks: { ...day.marks, ...markChange(edit.kind, edit.text) } }
    case 'usual-times':
      return { ...day, blocks: renumbered(restored(day.blocks)) }
    case 'closure': {
      const isClosing = edit.text !== null && date >= edit.from && date <= edit.to
      return isClosing ? { ...day, marks: { ...day.marks, ...markChange('block-out', edit.text) } } : day
    }
    case 'restore':
      return { marks: marksOf(edit.to), blocks: edit.to?.blocks ?? [] }
    default:
      return day
  }
}
