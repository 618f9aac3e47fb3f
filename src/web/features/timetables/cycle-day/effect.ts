/** Says how setting the number of a day affects the later lessons, for the dialog and its toast. */
import type { SchoolClass } from '#shared/classes/contract.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { renumbered } from '#shared/timetables/renumbering/rules.ts'
import { counted } from '#web/lib/counted.ts'
import { listed } from '#web/lib/listed.ts'

/** A number for a date. With null, the date is counted again. */
export type NumberChange = { date: string; day: number | null }

export type Effect = {
  /** The days whose lessons change. */
  dates: string[]
  /** The number of lessons that move to another day. */
  moved: number
  /** The titles of the lessons with text that have no day anymore. */
  unplaced: string[]
}

/** Returns what a new number does. The server carries out the same plan. */
export const effectOf = (
  timetable: Timetable,
  { date, day }: NumberChange,
  { days, classes, today }: { days: readonly OutlinedDay[]; classes: readonly SchoolClass[]; today: string },
): Effect => {
  const { [date]: _, ...others } = timetable.setByHand
  const setByHand = day === null ? others : { ...others, [date]: day }
  const change = { from: date, setByHand, closing: new Map<string, boolean>(), except: new Set<string>(), today }
  const { relaid } = renumbered(timetable, change, days, classes)
  return {
    dates: relaid.days.map((one) => one.date),
    moved: relaid.days.reduce((sum, one) => sum + one.blocks.filter(({ home }) => home !== '' && home !== one.date).length, 0),
    unplaced: relaid.unplaced.map(({ block }) => block.title),
  }
}

/** Returns how many lessons move, as a sentence. */
export const movedInWords = (moved: number): string =>
  moved === 0 ? 'No lessons move.' : `${counted(moved, 'lesson')} ${moved === 1 ? 'moves' : 'move'} to another day.`

/** Returns which lessons have no day anymore, as a sentence, or ''. */
export const unplacedInWords = (titles: readonly string[]): string =>
  titles.length === 0
    ? ''
    : `${listed(titles)} ${titles.length === 1 ? 'has no day and waits' : 'have no day and wait'} in Unplaced lessons.`
