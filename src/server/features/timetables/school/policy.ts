/**
 * Compares a teacher's timetable with the school's year and its days off. A timetable changes only when the teacher answers.
 *
 * 1. A timetable that follows the school has the school's first and last day, its rhythm and its numbers. Only the school's days off count.
 * 2. In any other cycle that waits, only days that the school closes or opens matter.
 * 3. Numbers before the first change, and before today, stay.
 */
import { createHash } from 'node:crypto'
import type { RecordContent } from '#server/features/calendar/records/tables.ts'
import { addDays, dayOfMonth, formatDay, monthOf, stepSchoolDay } from '#shared/dates.ts'
import type { Rhythm } from '#shared/timetables/contract.ts'
import { numberInWords, numbersFrom, schoolDays } from '#shared/timetables/numbering/rules.ts'
import { daysOf } from '#shared/timetables/rules.ts'

type TimetableContent = RecordContent['timetable']
type YearContent = RecordContent['schoolYear']
/** A school's year, if it has one, and the dates on which the school is closed. */
export type School = { year: YearContent | null; off: ReadonlySet<string> }

export type SchoolDifference = {
  /** The changes, as sentences. */
  changes: string[]
  /** The timetable after the change. Null if the school's days repeat in another way, so that the classes have no place in them. */
  timetable: TimetableContent | null
  /** Days with a number that the school closed. */
  closed: string[]
}

/** Returns the numbers of the days of a school's year. */
export const schoolNumbers = (year: YearContent, off: ReadonlySet<string>): Record<string, number> =>
  numbersFrom({ ...year, numbers: {} }, year.firstDay, (date) => off.has(date))

type Range = Pick<TimetableContent, 'firstDay' | 'lastDay'>
const overlaps = (a: Range, b: Range) => a.firstDay <= b.lastDay && b.firstDay <= a.lastDay

/** Returns the school's year if the timetable follows it. A school's next year doesn't change a timetable of this one. */
const followedYear = (timetable: TimetableContent, { year }: School): YearContent | null =>
  timetable.followsSchool && year && overlaps(timetable, year) ? year : null

/** Returns a name for what a school says about a timetable. It changes with everything that can matter for the timetable's numbers. */
export const schoolKey = (timetable: TimetableContent, school: School): string => {
  const year = followedYear(timetable, school)
  const { firstDay, lastDay } = year ?? timetable
  const off = [...school.off].filter((date) => date >= firstDay && date <= lastDay).sort()
  const followed = year && [firstDay, lastDay, year.rhythm, Object.entries(year.setByHand).sort()]
  return createHash('sha256')
    .update(JSON.stringify([followed, off]))
    .digest('base64url')
}

const REPEATS = { weekly: 'every week', ab: 'in weeks A and B' } as const
const rhythmInWords = (rhythm: Rhythm) => (rhythm.kind === 'cycle' ? `in a cycle of ${rhythm.days} days` : REPEATS[rhythm.kind])

const MOST_RANGES = 2

/** Returns dates in words, such as 'Wed, Jan 14' or 'Jan 12 – 14, Jan 20 and 3 more days'. */
const datesInWords = (dates: readonly string[]): string => {
  if (dates.length === 1) return formatDay(dates[0] ?? '', 'short')
  const ranges: string[][] = []
  for (const date of dates) {
    const last = ranges.at(-1)?.at(-1)
    if (last !== undefined && stepSchoolDay(last, 1) === date) ranges.at(-1)?.push(date)
    else ranges.push([date])
  }
  const words = ranges.slice(0, MOST_RANGES).map((range) => {
    const [from = '', to = ''] = [range[0], range.at(-1)]
    if (from === to) return formatDay(from, 'monthDay')
    return `${formatDay(from, 'monthDay')} – ${monthOf(from) === monthOf(to) ? dayOfMonth(to) : formatDay(to, 'monthDay')}`
  })
  const left = ranges.slice(MOST_RANGES).flat().length
  if (left > 0) return `${words.join(', ')} and ${left} more ${left === 1 ? 'day' : 'days'}`
  return words.join(' and ')
}

const closedInWords = (dates: readonly string[]) => (dates.length > 0 ? [`Your school closed ${datesInWords(dates)}.`] : [])
const openedInWords = (dates: readonly string[]) => (dates.length > 0 ? [`Your school is open on ${datesInWords(dates)}.`] : [])

export const waits = (rhythm: Rhythm): boolean => rhythm.kind === 'cycle' && rhythm.onDayOff === 'wait'

const closedIn = ({ numbers }: TimetableContent, { off }: School): string[] =>
  Object.keys(numbers)
    .filter((date) => off.has(date))
    .sort()

const laterOf = (...dates: readonly string[]) => dates.reduce((later, date) => (date > later ? date : later), '')
const earlierOf = (...dates: readonly string[]) => dates.reduce((earlier, date) => (date < earlier ? date : earlier))

/** The teacher's day, which days are off for the teacher, and the dates that no other timetable has. */
type Surroundings = { today: string; isOff: (date: string) => boolean; room: Range }

/** Returns a timetable with the dates and the numbers of the year that it follows. */
const updated = (before: TimetableContent, year: YearContent, school: School, { today, room }: Surroundings): TimetableContent => {
  // A timetable that has begun stays where it began.
  const firstDay = before.firstDay < today ? before.firstDay : laterOf(year.firstDay, room.firstDay, today)
  const lastDay = laterOf(earlierOf(year.lastDay, room.lastDay), firstDay, addDays(today, -1))
  const from = earlierOf(today, ...closedIn(before, school))
  const numbers = [
    ...Object.entries(before.numbers).filter(([date]) => date < from),
    ...Object.entries(schoolNumbers(year, school.off)).filter(([date]) => date >= from),
  ].filter(([date]) => date >= firstDay && date <= lastDay)
  const isMoved = firstDay < before.firstDay && before.versions[0]?.from === before.firstDay
  const versions = before.versions.map((version, index) => (isMoved && index === 0 ? { ...version, from: firstDay } : version))
  const { rhythm, setByHand } = year
  return { ...before, firstDay, lastDay, rhythm, setByHand, versions, numbers: Object.fromEntries(numbers) }
}

const ofFollowing = (before: TimetableContent, year: YearContent, school: School, around: Surroundings): SchoolDifference => {
  if (year.rhythm.kind !== before.rhythm.kind || daysOf(year.rhythm) !== daysOf(before.rhythm))
    return { changes: [`Your school’s days now repeat ${rhythmInWords(year.rhythm)}.`], timetable: null, closed: [] }
  const after = updated(before, year, school, around)
  const { today } = around
  // Unless the cycle waits, a closed day moves nothing.
  const closed = waits(before.rhythm) || waits(after.rhythm) ? closedIn(before, school) : []
  const [start = ''] = before.versions.map(({ from }) => from)
  const isBoth = (date: string) => date >= laterOf(today, before.firstDay, start) && date <= before.lastDay
  const dates = Object.keys(after.numbers).filter(isBoth).sort()
  const opened = dates.filter((date) => before.numbers[date] === undefined)
  const renumbered = dates.find((date) => before.numbers[date] !== undefined && before.numbers[date] !== after.numbers[date])
  const changes = [...closedInWords(closed), ...openedInWords(opened)]
  if (after.firstDay !== before.firstDay) changes.push(`Your school’s first day is now ${formatDay(year.firstDay, 'monthDayLong')}.`)
  if (after.lastDay !== before.lastDay) changes.push(`Your school’s last day is now ${formatDay(year.lastDay, 'monthDayLong')}.`)
  if (waits(after.rhythm) !== waits(before.rhythm))
    changes.push(waits(after.rhythm) ? 'Your school’s cycle now waits on days off.' : 'Your school’s cycle now goes on over days off.')
  else if (renumbered !== undefined && closed.length + opened.length === 0)
    changes.push(`Your school now counts ${formatDay(renumbered, 'short')} as ${numberInWords(after.rhythm, after.numbers[renumbered])}.`)
  return { changes, timetable: after, closed }
}

const ofDaysOff = (before: TimetableContent, school: School, { today, isOff }: Surroundings): SchoolDifference => {
  const counts = before.followsSchool ? (date: string) => school.off.has(date) : isOff
  const closed = closedIn(before, school)
  const numbered = Object.keys(before.numbers).sort()
  const [start = before.lastDay] = numbered
  const opened = schoolDays(laterOf(today, start), before.lastDay).filter((date) => before.numbers[date] === undefined && !counts(date))
  const [from] = [...closed, ...opened].sort()
  if (from === undefined) return { changes: [], timetable: before, closed: [] }
  const timetable = { ...before, numbers: numbersFrom(before, from, counts) }
  return { changes: [...closedInWords(closed), ...openedInWords(opened)], timetable, closed }
}

/** Returns how a timetable differs from what the school says, or null if the teacher has nothing to decide. */
export const schoolDifference = (before: TimetableContent, school: School, around: Surroundings): SchoolDifference | null => {
  if (before.lastDay < around.today || before.schoolKey === schoolKey(before, school)) return null
  const year = followedYear(before, school)
  const isAffected = year !== null || waits(before.rhythm)
  if (!isAffected) return null
  const difference = year ? ofFollowing(before, year, school, around) : ofDaysOff(before, school, around)
  return difference.changes.length > 0 ? difference : null
}
