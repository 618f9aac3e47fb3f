/** Says in words what a change did, for the list of changes. */
import type { OperationKind } from '#shared/calendar/contract.ts'
import type { CalendarOperation } from '#shared/calendar/operations/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'

type Change = Pick<CalendarOperation, 'kind' | 'does' | 'titles' | 'dates' | 'marked'>
type Range = { from: string; to: string }

const rangeOf = ({ dates, marked }: Change): Range | null => {
  const [from = '', to = from] = [dates[0], dates.at(-1)]
  return marked ?? (from === '' ? null : { from, to })
}

/** Returns days in words: 'Wed, Nov 18', or 'Nov 23 – 27'. */
const daysInWords = (change: Change): string => {
  const range = rangeOf(change)
  if (!range) return ''
  const { from, to } = range
  if (from === to) return formatDay(from, 'short')
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${formatDay(from, 'monthDay')} – ${isOneMonth ? Number(to.slice(8)) : formatDay(to, 'monthDay')}`
}

/** Returns the lessons of a change in words. Only the first three titles are known. */
const lessonsInWords = ({ titles }: Change): string => {
  const [first = 'lessons', second] = titles
  if (titles.length > 2) return 'lessons'
  return second === undefined ? first : `${first} and ${second}`
}

const titleOf = ({ titles }: Change): string => titles[0] ?? 'a plan'

/** Returns 'Added Math, Wed, Nov 18', or 'Added Math on 3 days'. */
const ofLessons = (verb: string, change: Change): string => {
  const words = `${verb} ${lessonsInWords(change)}`
  if (change.dates.length === 0) return words
  return change.dates.length === 1 ? `${words}, ${daysInWords(change)}` : `${words} on ${counted(change.dates.length, 'day')}`
}
/** Returns 'Bumped Math, Wed, Nov 18', with the day that the plan was on. */
const ofPlan = (verb: string, change: Change): string => `${verb} ${titleOf(change)}, ${formatDay(change.dates[0] ?? '', 'short')}`

const BY_WHAT_IT_DOES: Record<Exclude<Change['does'], null>, (change: Change) => string> = {
  add: (change) => ofLessons('Added', change),
  change: (change) => ofLessons('Changed', change),
  delete: (change) => ofLessons('Deleted', change),
  block: (change) => `Blocked out ${daysInWords(change)}`,
  unblock: (change) => `Unblocked ${daysInWords(change)}`,
  note: (change) => `Wrote a note for ${daysInWords(change)}`,
  removeNote: (change) => `Removed the note of ${daysInWords(change)}`,
  bump: (change) => ofPlan('Bumped', change),
  bumpAll: (change) => ofPlan('Bumped all that follow from', change),
  extend: (change) => ofPlan('Extended', change),
  pullBack: (change) => ofPlan('Pulled back over', change),
}
const byWhatItDoes = (change: Change): string =>
  change.does ? BY_WHAT_IT_DOES[change.does](change) : `Changed ${counted(change.dates.length, 'day')}`

const BY_KIND: Record<OperationKind, (change: Change) => string> = {
  save: byWhatItDoes,
  bulk: byWhatItDoes,
  delete: (change) => `Cleared ${daysInWords(change)}`,
  undo: () => 'Undid a change',
  template: (change) => `Applied a template, ${daysInWords(change)}`,
  repeat: (change) => `Repeated lessons, ${daysInWords(change)}`,
  class: (change) => (change.dates.length > 0 ? ofLessons('Renamed', change) : 'Changed a class'),
  timetable: ({ does }) => (does === 'add' ? 'Laid down a timetable' : 'Changed a timetable'),
  unplaced: (change) => (change.dates.length > 0 ? `Placed ${titleOf(change)}, ${daysInWords(change)}` : 'Deleted an unplaced lesson'),
  move: byWhatItDoes,
  closure: (change) =>
    `${change.does === 'block' ? 'Closed' : change.does === 'unblock' ? 'Opened' : 'Moved plans from'} ${daysInWords(change)}`,
  shortDay: (change) => `Changed the times of ${daysInWords(change)}`,
  yearCopy: () => 'Copied last year’s plans',
}

/** Returns what a change did, such as 'Bumped Math, Wed, Nov 18'. */
export const changeWords = (change: Change): string => BY_KIND[change.kind](change)

/**
 * Returns the change that must be undone first, or redone first if this one is undone, because it changed one of the same days. Undefined
 * if there is none. `changes` are newest first.
 */
export const inTheWay = <C extends Pick<CalendarOperation, 'id' | 'dates' | 'isUndone'>>(
  changes: readonly C[],
  change: C,
): C | undefined => {
  const place = changes.indexOf(change)
  const own = new Set(change.dates)
  const isOnSameDay = ({ dates }: C) => dates.some((date) => own.has(date))
  const later = changes.slice(0, place).filter((one) => !one.isUndone && isOnSameDay(one))
  if (later[0] || !change.isUndone) return later[0]
  return changes.slice(place + 1).findLast((one) => one.isUndone && isOnSameDay(one))
}
