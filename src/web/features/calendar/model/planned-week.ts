import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder, type Marks, marksOf, renumbered } from '#shared/calendar/rules.ts'
import { addDays, formatDay, schoolWeekOf } from '#shared/dates.ts'
import { restored, shortDayOf } from '#shared/moves/usual-times/rules.ts'
import { previewOf } from '#web/features/rich-text/preview.ts'
import type { DayEdit, DayView, isOn, withEdit } from './edits.ts'
import { type Colors, type HueOf, huesOf } from './hue.ts'
import { overlapping } from './overlaps.ts'
import { marksUnder, ownDay, type SchoolEntry, schoolOf } from './school-entry.ts'

/** A time block with its card's display data, computed when the data arrives instead of on render. */
export type PlannedBlock = { block: TimeBlock; preview: string; hue: string; overlaps: boolean }

/** A school day as last confirmed by the server. `entry` is null if the day is empty. `school` is the school's overlay. */
export type SavedDay = { date: string; entry: CalendarDay | null; school: SchoolEntry | null }
/** A week's five school days, Monday first. The query cache stores it keyed by the week's Monday. */
export type SavedWeek = { monday: string; days: readonly SavedDay[] }

export type PlannedDay = SavedDay & {
  /** For example, 'Wednesday, November 18, 2026'. */
  fullDate: string
  /** The block-out and note as displayed. A day that the school blocks is blocked here, too. */
  marks: Marks
  /** The marks that the user can change here, without the school's overlay. */
  own: Marks
  /** The lessons in display order, including pending edits. On a blocked day, lessons are kept but hidden. */
  lessons: PlannedBlock[]
  /** What the teacher calls a short day. Undefined on other days. */
  shortDay: string | undefined
  /** The lessons that are left out on a short day. They are kept but hidden. */
  leftOut: readonly TimeBlock[]
}

/** A week as displayed: its five school days, Monday first. */
export type PlannedWeek = {
  monday: string
  days: PlannedDay[]
  /** Counts for days that aren't blocked: all lessons, lessons with text, and lessons with an alert. */
  totals: { lessons: number; written: number; alerts: number }
}

type EditRules = { isOn: typeof isOn; withEdit: typeof withEdit }
/** How edits change days. Set before there is any edit (days/outbox/pending-edits.ts): the planner's first week loads without it. */
export const editRules: { now: EditRules | null } = { now: null }

const plannedBlocks = (blocks: readonly TimeBlock[]): PlannedBlock[] => {
  const shared = overlapping(blocks)
  return blocks.map((block) => ({
    block,
    preview: previewOf(block.description),
    hue: '',
    overlaps: shared.has(block.id),
  }))
}

const plannedDay = ({ date, entry, school }: SavedDay, edits: readonly DayEdit[]): PlannedDay => {
  const saved: DayView = { marks: marksOf(entry), blocks: renumbered(entry?.blocks ?? []) }
  const { marks: own, blocks } = edits.reduce((day, edit) => editRules.now?.withEdit(day, date, edit) ?? day, saved)
  const [lessons, leftOut] = [blocks.filter((block) => !block.usual?.isLeftOut), blocks.filter(({ usual }) => usual?.isLeftOut)]
  return {
    ...{ date, entry, school, own, leftOut },
    fullDate: formatDay(date, 'full'),
    marks: marksUnder(school, own),
    lessons: plannedBlocks(lessons),
    shortDay: shortDayOf(blocks),
  }
}

/** Returns a day's lesson, also if it is left out. */
export const blockOn = ({ lessons, leftOut }: Pick<PlannedDay, 'lessons' | 'leftOut'>, blockId: string): TimeBlock | undefined =>
  lessons.find(({ block }) => block.id === blockId)?.block ?? leftOut.find(({ id }) => id === blockId)

/** Returns a day's lessons as on a usual day, to copy or repeat them. */
export const usualLessonsOf = ({ lessons, leftOut }: Pick<PlannedDay, 'lessons' | 'leftOut'>): TimeBlock[] =>
  inDayOrder(restored([...lessons.map(({ block }) => block), ...leftOut]))

const totalsOf = (days: readonly PlannedDay[]): PlannedWeek['totals'] => {
  const taught = days.filter((day) => !day.marks.isBlocked).flatMap((day) => day.lessons)
  return {
    lessons: taught.length,
    written: taught.filter(({ preview }) => preview !== '').length,
    alerts: taught.filter(({ block }) => block.hasAlert).length,
  }
}

const savedDayOf = (date: string, day: CalendarDay | null): SavedDay => ({ date, entry: day && ownDay(day), school: schoolOf(day) })

/** Returns a week from the server's entries. */
export const savedWeek = (monday: string, entries: readonly CalendarDay[]): SavedWeek => {
  const byDate = new Map(entries.map((entry) => [entry.date, entry]))
  return { monday, days: schoolWeekOf(monday).map((date) => savedDayOf(date, byDate.get(date) ?? null)) }
}

/**
 * Returns the week with one day's entry replaced, such as after a save. Keeps the day's school overlay if the response doesn't include one.
 */
export const withEntry = (week: SavedWeek, date: string, entry: CalendarDay | null): SavedWeek => ({
  ...week,
  days: week.days.map((day) =>
    day.date === date && day.entry !== entry ? { date, entry: entry && ownDay(entry), school: schoolOf(entry) ?? day.school } : day,
  ),
})

export const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, at) => one === b[at])

const days = new WeakMap<SavedDay, { edits: readonly DayEdit[]; planned: PlannedDay }>()
const colored = new WeakMap<PlannedDay, PlannedDay>()
const weeks = new WeakMap<SavedWeek, { days: readonly PlannedDay[]; colors: Colors; week: PlannedWeek }>()

const rememberedDay = (saved: SavedDay, all: readonly DayEdit[]): PlannedDay => {
  const edits = all.filter((edit) => editRules.now?.isOn(edit, saved.date))
  const known = days.get(saved)
  if (known && isSameList(known.edits, edits)) return known.planned
  const planned = plannedDay(saved, edits)
  days.set(saved, { edits, planned })
  return planned
}

/** Returns the day with this week's hues applied to its lessons. Returns the same object if no hue changed. */
const coloredDay = (day: PlannedDay, hueOf: HueOf): PlannedDay => {
  const known = colored.get(day)
  if (known?.lessons.every(({ block, hue }) => hue === hueOf(block))) return known
  const result = { ...day, lessons: day.lessons.map((lesson) => ({ ...lesson, hue: hueOf(lesson.block) })) }
  colored.set(day, result)
  return result
}

const NO_COLORS: Colors = { classes: [], chosen: [] }

const isSameColors = (a: Colors, b: Colors): boolean => a === b || (a.classes === b.classes && a.chosen === b.chosen)

/**
 * Returns a week as displayed, with `edits` and the colors of classes and titles applied. Reuses the previous objects for days and weeks whose
 * display is unchanged.
 */
export const plannedWeek = (saved: SavedWeek, edits: readonly DayEdit[], colors = NO_COLORS): PlannedWeek => {
  const days = saved.days.map((day) => rememberedDay(day, edits))
  const known = weeks.get(saved)
  if (known && isSameColors(known.colors, colors) && isSameList(known.days, days)) return known.week
  const hueOf = huesOf(
    days.map(({ lessons }) => lessons.map(({ block }) => block)),
    colors,
  )
  const shown = days.map((day) => coloredDay(day, hueOf))
  const isSame = known && isSameList(known.week.days, shown)
  const week = isSame ? known.week : { monday: saved.monday, days: shown, totals: totalsOf(shown) }
  weeks.set(saved, { days, colors, week })
  return week
}

/** True for a week without lessons in which lessons are possible. */
export const isUnplanned = ({ days }: PlannedWeek): boolean =>
  days.every(({ lessons }) => lessons.length === 0) && days.some(({ marks }) => !marks.isBlocked)

export const dayOfWeek = (week: PlannedWeek, date: string): PlannedDay | undefined => week.days.find((day) => day.date === date)

/** True if a day or week without lessons is on screen, which has a main action of its own, or a blocked day, which takes no lessons. */
export const isAddQuiet = (week: PlannedWeek, { view, date }: { view: 'week' | 'day'; date: string }, isSmall: boolean): boolean => {
  const day = dayOfWeek(week, date)
  if ((view === 'day' || isSmall) && day?.marks.isBlocked) return true
  return view === 'day' ? day?.lessons.length === 0 : isUnplanned(week)
}

/** Returns the Mondays of the weeks to prefetch, nearest first. */
export const neighbourMondays = (monday: string): string[] => [7, -7, 14, -14].map((days) => addDays(monday, days))
