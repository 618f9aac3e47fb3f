/** Sorts what a search found by its distance from today, and names it in a teacher's words. */
import { subjectOf } from '#shared/accounts/rules.ts'
import type { Find, FoundDay } from '#shared/calendar/search/contract.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { daysBetween, formatDay } from '#shared/dates.ts'

/** A search result: a lesson, note, or blocked date on its day. */
export type Hit = { date: string; isBlocked: boolean; find: Find }
/** The teacher's date and wall-clock time (`HH:mm`). */
export type Moment = { today: string; time: string }

/** True if a result is still ahead. Of today's lessons, those that haven't ended. Today's note and block-out last all day. */
const isComing = ({ date, find }: Hit, { today, time }: Moment): boolean =>
  date > today || (date === today && (find.endTime ?? '24:00') > time)

const hitsOn = ({ date, isBlocked, finds }: FoundDay): Hit[] => finds.map((find) => ({ date, isBlocked, find }))

/** Returns the results that are ahead, nearest first, from days that are sorted earliest first. */
export const comingHits = (days: readonly FoundDay[], now: Moment): Hit[] => days.flatMap(hitsOn).filter((hit) => isComing(hit, now))

/** Returns the results that are over, nearest first, from days that are sorted latest first. */
export const pastHits = (days: readonly FoundDay[], now: Moment): Hit[] =>
  days.flatMap((day) => hitsOn(day).reverse()).filter((hit) => !isComing(hit, now))

type Classes = readonly Pick<SchoolClass, 'id' | 'name'>[]
const classIn = ({ classId }: Find, classes: Classes) => classes.find(({ id }) => id === classId)

/** Identifies what a chip selects: lessons of one class, or else of one subject, notes, or blocked dates. */
export const chipKeyOf = (find: Find, classes: Classes): string => {
  if (find.kind !== 'lesson') return find.kind
  const schoolClass = classIn(find, classes)
  return schoolClass ? `class ${schoolClass.id}` : `lesson ${subjectOf(find.title.join(''))}`
}

/** A filter above the results, with the number of results that it leaves. `classId` is the class that it selects, if any. */
export type Chip = { key: string; kind: Find['kind']; label: string; classId?: string | undefined; count: number }

const NAMES = { note: 'Notes', blockOut: 'Blocked days' } as const

const labelOf = (find: Find, classes: Classes): string => {
  if (find.kind !== 'lesson') return NAMES[find.kind]
  const whole = find.title.join('').trim()
  return classIn(find, classes)?.name ?? (whole.slice(0, subjectOf(whole).length) || whole)
}

/** Returns a chip for each class, for each subject of lessons without one, for notes, and for blocked dates. The largest come first. */
export const chipsOf = (hits: readonly Hit[], classes: Classes): Chip[] => {
  const chips = new Map<string, Chip>()
  for (const { find } of hits) {
    const key = chipKeyOf(find, classes)
    const classId = classIn(find, classes)?.id
    const chip = chips.get(key) ?? { key, kind: find.kind, label: labelOf(find, classes), ...(classId && { classId }), count: 0 }
    chips.set(key, { ...chip, count: chip.count + 1 })
  }
  return [...chips.values()].sort((one, other) => other.count - one.count)
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Returns how far a day is from today: 'today', 'tomorrow', '9 days ago', 'in 3 months', '2 years ago'. */
export const fromToday = (date: string, today: string): string => {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  const far = Math.abs(days)
  const words =
    far < 60 ? counted(far, 'day') : far < 700 ? counted(Math.round(far / 30.44), 'month') : counted(Math.round(far / 365.25), 'year')
  return days > 0 ? `in ${words}` : `${words} ago`
}

const isThisYear = (date: string, today: string): boolean => date.slice(0, 4) === today.slice(0, 4)

/** Returns a day as short as possible: 'Nov 18', with the year if it isn't this one. */
export const dayInShort = (date: string, today: string): string => formatDay(date, isThisYear(date, today) ? 'monthDay' : 'medium')

/** Returns the date of the nearest lesson that its day doesn't hide, or undefined if there is none. */
export const nearestLesson = (hits: readonly Hit[]): string | undefined =>
  hits.find(({ find, isBlocked }) => find.kind === 'lesson' && !isBlocked)?.date

/** Which days a search covers. */
export type Period = 'all' | 'this-year' | 'last-year'

/** Returns the first and last day of a period. A school year starts on July 1. All years have no limits. */
export const daysOf = (period: Period, today: string): { from?: string; to?: string } => {
  if (period === 'all') return {}
  const year = Number(today.slice(0, 4)) - (today.slice(5) < '07-01' ? 1 : 0) - (period === 'last-year' ? 1 : 0)
  return { from: `${year}-07-01`, to: `${year + 1}-06-30` }
}
