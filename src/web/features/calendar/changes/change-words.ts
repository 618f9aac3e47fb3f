/** Says in words what a change did, for the list of changes. */
import type { OperationKind } from '#shared/calendar/contract.ts'
import type { CalendarOperation, NamedRecord } from '#shared/calendar/operations/contract.ts'
import { dayOfMonth, formatDay } from '#shared/dates.ts'
import { counted } from '#web/lib/counted.ts'

type Change = Pick<CalendarOperation, 'kind' | 'does' | 'titles' | 'dates' | 'marked' | 'plans' | 'record'>
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
  return `${formatDay(from, 'monthDay')} – ${isOneMonth ? dayOfMonth(to) : formatDay(to, 'monthDay')}`
}

/** Returns the lessons of a change in words. Only the first three titles are known. */
const lessonsInWords = ({ titles }: Change): string => {
  const [first = 'lessons', second] = titles
  if (titles.length > 2) return 'lessons'
  return second === undefined ? first : `${first} and ${second}`
}

const titleOf = ({ titles }: Change, otherwise = 'a plan'): string => titles[0] ?? otherwise

/** Returns 'Added Math, Wed, Nov 18', or 'Added Math on 3 days'. */
const ofLessons = (verb: string, change: Change): string => {
  const words = `${verb} ${lessonsInWords(change)}`
  if (change.dates.length === 0) return words
  return change.dates.length === 1 ? `${words}, ${daysInWords(change)}` : `${words} on ${counted(change.dates.length, 'day')}`
}
/** Returns ', 3 lessons moved on', or nothing if none moved. */
const counting = (count: number | undefined, verb: string): string => (count ? `, ${counted(count, 'lesson')} ${verb}` : '')

/** Returns ' from Wed 18 to Thu, Nov 19'. */
const placesInWords = (from: string, to: string | null): string => {
  const isOneMonth = to?.slice(0, 7) === from.slice(0, 7)
  const start = isOneMonth ? `${formatDay(from, 'weekday')} ${dayOfMonth(from)}` : formatDay(from, 'short')
  return from === to ? ` within ${formatDay(from, 'short')}` : ` from ${start} to ${to ? formatDay(to, 'short') : 'Unplaced lessons'}`
}

/** Returns 'Math bumped from Wed 18 to Thu, Nov 19, 3 lessons moved'. Older changes only know the day. */
const ofPlan = (verb: string, change: Change): string => {
  const { plans, dates } = change
  const title = titleOf(change, 'A plan')
  if (!plans?.from) return `${title} ${verb}, ${formatDay(dates[0] ?? '', 'short')}`
  return `${title} ${verb}${placesInWords(plans.from, plans.to)}${plans.count > 1 ? counting(plans.count, 'moved') : ''}`
}
const extended = (change: Change): string => {
  const { plans } = change
  return plans?.to
    ? `${titleOf(change, 'A plan')} extended to ${formatDay(plans.to, 'short')}${counting(plans.count - 1, 'moved')}`
    : ofPlan('extended', change)
}
/** The plan that the next one replaced has no place anymore, and isn't counted. */
const pulledBack = (change: Change): string => {
  const { plans } = change
  const date = plans?.to ?? plans?.from
  if (!plans || !date) return ofPlan('pulled back', change)
  return `${titleOf(change, 'A plan')} pulled back to ${formatDay(date, 'short')}${counting(plans.to ? plans.count : plans.count - 1, 'moved up')}`
}

const BY_WHAT_IT_DOES: Record<Exclude<Change['does'], null>, (change: Change) => string> = {
  add: (change) => ofLessons('Added', change),
  change: (change) => ofLessons('Changed', change),
  delete: (change) => ofLessons('Deleted', change),
  block: (change) => `Blocked out ${daysInWords(change)}`,
  unblock: (change) => `Unblocked ${daysInWords(change)}`,
  note: (change) => `Wrote a note for ${daysInWords(change)}`,
  removeNote: (change) => `Removed the note of ${daysInWords(change)}`,
  bump: (change) => ofPlan('bumped', change),
  bumpAll: (change) => ofPlan('and all that follow bumped', change),
  extend: extended,
  pullBack: pulledBack,
}
const byWhatItDoes = (change: Change): string =>
  change.does
    ? BY_WHAT_IT_DOES[change.does](change)
    : `Changed ${change.dates.length > 1 ? `${counted(change.dates.length, 'day')}, ` : ''}${daysInWords(change)}`

const VERBS = { add: 'Added', change: 'Changed', delete: 'Deleted' } as const

/** Returns 'Added the bell schedule 2-hour delay'. */
const ofRecord = (noun: string, { does, name }: NamedRecord): string => `${VERBS[does]} the ${noun} ${name}`

const ofClass = (change: Change): string => {
  const { record, dates } = change
  if (dates.length > 0)
    return record ? `Renamed lessons to ${record.name} on ${counted(dates.length, 'day')}` : ofLessons('Renamed', change)
  return record ? ofRecord('class', record) : 'Changed a class'
}

const ofTimetable = (change: Change): string => {
  const { record, does, dates } = change
  if (record?.kind === 'bellSchedule') return ofRecord('bell schedule', record)
  const words = (record?.does ?? does) === 'add' ? 'Laid down a timetable' : 'Changed a timetable'
  return dates.length > 0 ? `${words}, ${daysInWords(change)}` : words
}

const ofUnplaced = (change: Change): string => {
  if (change.dates.length > 0) return `Placed ${titleOf(change)}, ${daysInWords(change)}`
  return change.record ? `Deleted ${change.record.name} from Unplaced lessons` : 'Deleted an unplaced lesson'
}

const ofClosure = (change: Change): string => {
  const { does, plans, dates } = change
  if (does === 'block') return `Blocked out ${daysInWords(change)}${counting(plans?.count, 'moved on')}`
  if (does === 'unblock') return `Unblocked ${daysInWords(change)}${counting(plans?.count, 'came back')}`
  if (dates.length === 0) return 'Left every lesson where it is, on days that your school closed'
  return plans?.from
    ? `Moved ${counted(plans.count, 'lesson')} on from ${formatDay(plans.from, 'short')}`
    : `Moved plans from ${daysInWords(change)}`
}

const ofShortDay = (change: Change): string => {
  const { record, dates } = change
  const days = dates.length > 1 ? counted(dates.length, 'day') : daysInWords(change)
  if (!record) return `Changed the times of ${daysInWords(change)}`
  return record.does === 'delete' ? `Gave ${days} the usual times back` : `Shortened ${days}: ${record.name}`
}

const BY_KIND: Record<OperationKind, (change: Change) => string> = {
  save: byWhatItDoes,
  bulk: byWhatItDoes,
  delete: (change) => `Cleared ${daysInWords(change)}`,
  undo: () => 'Undid a change',
  template: (change) => `Applied a template, ${daysInWords(change)}`,
  repeat: (change) => `Repeated lessons, ${daysInWords(change)}`,
  class: ofClass,
  timetable: ofTimetable,
  unplaced: ofUnplaced,
  move: byWhatItDoes,
  closure: ofClosure,
  shortDay: ofShortDay,
  yearCopy: ({ plans }) => `Copied last year’s plans${plans ? `, ${counted(plans.count, 'lesson')}` : ''}`,
  import: (change) => `Brought in lessons, ${daysInWords(change)}`,
}

/** Returns what a change did, such as 'Math bumped from Wed 18 to Thu, Nov 19, 3 lessons moved'. */
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
