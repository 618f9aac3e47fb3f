/** Counts what comes in, and says so in words. */
import { formatDay, isSchoolDay } from '#shared/dates.ts'
import type { ImportEntry } from '#shared/imports/contract.ts'
import type { ColumnRole } from '#shared/imports/rules.ts'
import { counted } from '#web/lib/counted.ts'
import { listed } from '#web/lib/listed.ts'

/** The roles of a column in the order in which teachers need them. */
export const ROLES: readonly { value: ColumnRole; label: string }[] = [
  { value: 'monthFirst', label: 'Date, month first' },
  { value: 'dayFirst', label: 'Date, day first' },
  { value: 'startTime', label: 'Start time' },
  { value: 'endTime', label: 'End time' },
  { value: 'times', label: 'Times, such as 8:00–8:45' },
  { value: 'minutes', label: 'Minutes' },
  { value: 'title', label: 'Title' },
  { value: 'text', label: 'Lesson text' },
  { value: 'note', label: 'Note' },
  { value: 'dayOff', label: 'Day off' },
  { value: 'ignore', label: 'Leave out' },
]
const DATES: readonly ColumnRole[] = ['monthFirst', 'dayFirst']
const SHARED: readonly ColumnRole[] = ['text', 'note', 'ignore']

export const hasDate = (roles: readonly ColumnRole[]): boolean => roles.some((role) => DATES.includes(role))

/** Returns the roles after a teacher gives one to a column. Another column with the same role is left out, unless columns can share it. */
export const withRole = (roles: readonly ColumnRole[], place: number, role: ColumnRole): ColumnRole[] =>
  roles.map((other, at) => {
    if (at === place) return role
    const isTaken = other === role || (DATES.includes(role) && DATES.includes(other))
    return isTaken && !SHARED.includes(role) ? 'ignore' : other
  })

type Entry = Pick<ImportEntry, 'kind' | 'date' | 'outcome' | 'there'>
export const isComingIn = ({ outcome }: Pick<Entry, 'outcome'>): boolean => outcome !== 'keep' && outcome !== 'same'

export type Totals = {
  lessons: number
  daysOff: number
  notes: number
  replaced: number
  /** Lessons that are left out because one is there. */
  kept: number
  /** Entries left out because the planner has them. */
  same: number
  /** Entries left out because an earlier line of the file has them. */
  twice: number
  /** Lessons that come in on a Saturday or Sunday. */
  onWeekends: number
  /** The dates that change, in order. */
  dates: readonly string[]
}

export const totalsOf = (entries: readonly Entry[]): Totals => {
  const totals = { lessons: 0, daysOff: 0, notes: 0, replaced: 0, kept: 0, same: 0, twice: 0, onWeekends: 0 }
  const dates = new Set<string>()
  for (const entry of entries) {
    if (entry.outcome === 'keep') totals.kept++
    else if (entry.outcome === 'same') totals[entry.there === null ? 'twice' : 'same']++
    else {
      totals[entry.kind === 'lesson' ? 'lessons' : entry.kind === 'dayOff' ? 'daysOff' : 'notes']++
      if (entry.outcome === 'replace') totals.replaced++
      if (entry.kind === 'lesson' && !isSchoolDay(entry.date)) totals.onWeekends++
      dates.add(entry.date)
    }
  }
  return { ...totals, dates: [...dates].sort() }
}

const dayOffWords = (count: number): string => (count === 1 ? '1 day off' : `${count} days off`)

/** Returns '41 lessons, 3 days off and 1 note', or '' if nothing comes in. */
export const thingsInWords = ({ lessons, daysOff, notes }: Totals): string =>
  listed([
    ...(lessons > 0 ? [counted(lessons, 'lesson')] : []),
    ...(daysOff > 0 ? [dayOffWords(daysOff)] : []),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
  ])

const isOfYear = (date: string, today: string): boolean => date.slice(0, 4) === today.slice(0, 4)

/** Returns 'Monday, November 30', with the year if it isn't this one. */
export const dateInWords = (date: string, today: string): string => formatDay(date, isOfYear(date, today) ? 'weekdayAndDay' : 'full')

/** Returns 'November 30 to December 9', with the years if they aren't this one. */
export const datesInWords = (dates: readonly string[], today: string): string => {
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return ''
  if (first === last) return dateInWords(first, today)
  const shape = isOfYear(first, today) && isOfYear(last, today) ? 'monthDayLong' : 'long'
  return `${formatDay(first, shape)} to ${formatDay(last, shape)}`
}

/** Returns '41 lessons on 8 days, November 30 to December 9'. */
export const totalsInWords = (totals: Totals, today: string): string => {
  const { dates, lessons, notes } = totals
  const things = thingsInWords(totals)
  if (!things) return 'Nothing new'
  if (dates.length === 1) return `${things} on ${datesInWords(dates, today)}`
  // Days off are days already, so they aren't counted again.
  const on = lessons + notes > 0 ? ` on ${counted(dates.length, 'day')}` : ''
  return `${things}${on}, ${datesInWords(dates, today)}`
}

/** Returns what is left out, as a sentence, or ''. */
export const leftOutInWords = ({ kept, same, twice }: Totals): string => {
  const parts = [
    ...(same > 0 ? [`${same} ${same === 1 ? 'is' : 'are'} already in your planner`] : []),
    ...(twice > 0 ? [`${twice} ${twice === 1 ? 'is' : 'are'} in this file twice`] : []),
    ...(kept > 0 ? [`${kept} ${kept === 1 ? 'is' : 'are'} left out because a lesson is there`] : []),
  ]
  return parts.length === 0 ? '' : `${listed(parts)}.`
}

/** Returns how many lessons no week shows, as a sentence, or ''. */
export const weekendsInWords = ({ onWeekends }: Totals): string =>
  onWeekends === 0
    ? ''
    : `${counted(onWeekends, 'lesson')} ${onWeekends === 1 ? 'is' : 'are'} on a Saturday or Sunday. The week doesn’t show those days.`

/**
 * Returns how the first time without AM or PM was moved to the afternoon, as a sentence, or ''. Looks for it in the lines of the entries, as
 * they were given.
 */
export const movedTimeInWords = (entries: readonly Pick<ImportEntry, 'line' | 'startTime'>[], content: string): string => {
  const lines = content.split(/\r\n|\r|\n/)
  for (const { line, startTime } of entries) {
    if (startTime === null || startTime < '13:00') continue
    const time = `${Number(startTime.slice(0, 2)) - 12}${startTime.slice(2)}`
    if (new RegExp(`(?<![\\d:])${time}(?![\\d:]|\\s?[ap]\\.?m)`, 'i').test(lines[line - 1] ?? ''))
      return `${time} without AM or PM is read as ${time} PM.`
  }
  return ''
}

type Records = { classes: number; timetables: number; unplaced: number; templates: number }

/** Returns what comes in besides days: '4 classes, 1 timetable and 12 templates', or ''. */
export const recordsInWords = ({ classes, timetables, unplaced, templates }: Records): string => {
  const parts = [
    ...(classes > 0 ? [classes === 1 ? '1 class' : `${classes} classes`] : []),
    ...(timetables > 0 ? [counted(timetables, 'timetable')] : []),
    ...(unplaced > 0 ? [counted(unplaced, 'unplaced lesson')] : []),
    ...(templates > 0 ? [counted(templates, 'template')] : []),
  ]
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}

/** Returns the words beside an entry that say what happens where a lesson is, or '' if nothing is there. */
export const markerOf = ({ outcome, there, kind }: Pick<ImportEntry, 'outcome' | 'there' | 'kind'>): string => {
  if (outcome === 'same') return there === null ? 'Twice in this file' : 'Already in your planner'
  if (outcome === 'keep') return there ? `Left out: ${there} is there` : 'Left out'
  if (!there) return ''
  if (outcome === 'replace') return `Replaces ${there}`
  if (outcome === 'fill') return `Fills your ${there}`
  return kind === 'lesson' ? `${there} is already there` : ''
}

/** Groups entries by their day, in order. */
export const daysOf = (entries: readonly ImportEntry[]): { date: string; entries: ImportEntry[] }[] => {
  const days = new Map<string, ImportEntry[]>()
  for (const entry of entries) {
    const day = days.get(entry.date)
    if (day) day.push(entry)
    else days.set(entry.date, [entry])
  }
  return [...days].sort(([one], [other]) => (one < other ? -1 : 1)).map(([date, all]) => ({ date, entries: all }))
}

/** Returns '6 lessons', 'Day off' or the like for a day's heading. */
export const dayInWords = (entries: readonly Entry[]): string => thingsInWords(totalsOf(entries)) || 'Nothing new'
