/**
 * Plans what a typed day adds to the calendar: its lessons on some weekdays, from a date until another. Pure.
 *
 * A day that repeats beyond its week becomes a weekly timetable, so that later changes move along its classes. Each title is a class, except
 * lunch and the like, which the timetable adds as lessons without a class.
 */
import type { SchoolClass } from '#shared/classes/contract.ts'
import { classNamed, freeColor } from '#shared/classes/rules.ts'
import { addDays, formatDay, isDay, isSchoolDay, LAST_DAY, mondayOf, weekdayOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { NewTimetable, Timetable } from '#shared/timetables/contract.ts'
import { plannedTimetable } from '#shared/timetables/plan/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { likelyYear } from '#shared/timetables/rules.ts'
import type { UsualLesson } from './usual-day.ts'

/** `from`: the first date that gets lessons. `weekdays`: 1 (Monday) to 5 (Friday). `until` may be incomplete while it is typed. */
export type Span = { from: string; until: string; weekdays: readonly number[] }

/** True if the lessons repeat after the week of their first date. */
export const isRepeated = ({ from, until }: Pick<Span, 'from' | 'until'>): boolean => mondayOf(until) > mondayOf(from)

/** Returns the last date on which a day can repeat. */
export const latestUntil = (from: string): string => {
  const latest = addDays(from, MAX.timetableDays - 1)
  return latest < LAST_DAY ? latest : LAST_DAY
}

/** A date until which a day often repeats. One of them is usual until the teacher chooses. */
export type End = { label: string; date: string; isUsual?: boolean }

/** Weeks that a day repeats for if the end of the school's year isn't known. */
const USUAL_WEEKS = 4

const afterWeeks = (from: string, weeks: number): string => addDays(mondayOf(from), 7 * (weeks - 1) + 4)

/**
 * Returns the dates that a teacher can choose with one press. `isOneDay`: the lessons are for one day, and not for its week. `schoolEnd` is
 * the last day of the school's year, if it is known.
 */
export const endsOf = (from: string, isOneDay: boolean, schoolEnd?: string): End[] => {
  const isKnown = schoolEnd !== undefined && schoolEnd > afterWeeks(from, 1) && schoolEnd <= latestUntil(from)
  const first = isOneDay ? { label: 'Just this day', date: from, isUsual: true } : { label: 'This week only', date: afterWeeks(from, 1) }
  const weeks = { label: `${USUAL_WEEKS} weeks`, date: afterWeeks(from, USUAL_WEEKS), isUsual: !isOneDay && !isKnown }
  const year = { label: 'End of year', date: isKnown ? schoolEnd : likelyYear(from).lastDay, isUsual: !isOneDay && isKnown }
  return [first, ...(isKnown && weeks.date >= year.date ? [] : [weeks]), ...(isKnown || year.date > weeks.date ? [year] : [])]
}

type NewClass = Pick<SchoolClass, 'id' | 'name' | 'color'>

/** Returns the classes that lessons need and the teacher doesn't have, with colors that no other class has. */
const classesToAdd = (lessons: readonly UsualLesson[], known: readonly NewClass[], newId: () => string): NewClass[] => {
  const added: NewClass[] = []
  for (const { title, isBreak } of lessons) {
    const all = [...known, ...added]
    if (!isBreak && !classNamed(title, all)) added.push({ id: newId(), name: title, color: freeColor(all) })
  }
  return added
}

type Classes = { known: readonly NewClass[]; newId: () => string }

/** Returns the timetable of a typed day, with the classes to create. */
export const timetableOf = (lessons: readonly UsualLesson[], span: Span, { known, newId }: Classes): NewTimetable => {
  const created = classesToAdd(lessons, known, newId)
  const all = [...known, ...created]
  const classed = lessons.map((lesson) => ({ ...lesson, classId: classNamed(lesson.title, all)?.id }))
  const rows = classed.filter(({ classId }) => classId !== undefined)
  return {
    firstDay: span.from,
    lastDay: span.until,
    rhythm: { kind: 'weekly' },
    rows: rows.map(({ startTime, endTime }) => ({ startTime, endTime })),
    cells: rows.flatMap(({ classId }, row) => (classId ? span.weekdays.map((day) => ({ day, row, classId })) : [])),
    breaks: classed.flatMap(({ classId, startTime, endTime, title }) =>
      classId ? [] : span.weekdays.map((day) => ({ day, startTime, endTime, title })),
    ),
    fixed: [],
    classes: created.map((one) => ({ ...one, room: '', staysOnItsDay: false })),
    from: span.from,
    existing: 'keep',
    setByHand: {},
    joins: {},
  }
}

export type UsualPlan = {
  /** The dates that get the lessons. */
  dates: string[]
  lessons: number
  /** Dates that keep the lessons that they have. */
  kept: string[]
  off: { date: string; reason: string | null }[]
}

/** Returns what a typed day's timetable does to each day. `days` are those of the calendar, as far as they are known. */
export const planOf = (
  timetable: NewTimetable,
  { weekdays }: Span,
  days: readonly OutlinedDay[],
  known: readonly NewClass[],
): UsualPlan => {
  const names = [...known, ...timetable.classes].map(({ id = '', name }) => ({ id, name }))
  const plan = plannedTimetable(timetable, days, names)
  const meant = plan.days.filter(({ date }) => isSchoolDay(date) && weekdays.includes(weekdayOf(date)))
  const having = (outcome: (typeof meant)[number]['outcome']) => meant.filter((day) => day.outcome === outcome)
  return {
    dates: having('filled').map(({ date }) => date),
    lessons: plan.added,
    kept: having('kept').map(({ date }) => date),
    off: having('off').map(({ date, reason }) => ({ date, reason })),
  }
}

const problemWithRepeat = (timetable: NewTimetable, timetables: readonly Pick<Timetable, 'firstDay' | 'lastDay'>[], known: number) => {
  const { rows, classes, breaks, firstDay, lastDay } = timetable
  const long = [...classes.map(({ name }) => name), ...breaks.map(({ title }) => title)].find((title) => title.length > MAX.className)
  if (long) return `To repeat “${long.slice(0, 20)}…”, shorten it to ${MAX.className} characters.`
  if (rows.length === 0) return 'Type a lesson besides breaks to repeat this day.'
  if (rows.length > MAX.timetableRows) return `A day that repeats can have up to ${MAX.timetableRows} lessons. Remove a few lines.`
  if (new Set(breaks.map(({ day }) => day)).size * MAX.breaksOfDay < breaks.length)
    return `A day that repeats can have up to ${MAX.breaksOfDay} breaks. Remove a few lines.`
  if (known + classes.length > MAX.classes) return `You can have up to ${MAX.classes} classes. Remove a few lines.`
  const other = timetables.find((one) => one.firstDay <= lastDay && one.lastDay >= firstDay)
  if (!other) return null
  if (other.firstDay <= firstDay) return 'Your timetable already fills these weeks. You can change it in My timetable.'
  return `Your timetable starts on ${formatDay(other.firstDay, 'long')}. Choose an earlier date.`
}

/** Returns why the dates aren't possible, as a sentence, or null. */
export const problemWithSpan = ({ from, until, weekdays }: Span): string | null => {
  if (weekdays.length === 0) return 'Choose at least one day.'
  if (!isDay(until)) return 'Choose the last date.'
  if (until < from) return `Choose ${formatDay(from, 'long')} or later.`
  return until > latestUntil(from) ? `Choose ${formatDay(latestUntil(from), 'long')} or earlier.` : null
}

type Parts = {
  span: Span
  timetable: NewTimetable
  plan: UsualPlan
  /** The teacher's timetables. */
  timetables: readonly Pick<Timetable, 'firstDay' | 'lastDay'>[]
  /** How many classes the teacher has. */
  known: number
}

/** Returns why the lessons can't be added, as a sentence, or null. */
export const problemWith = ({ span, timetable, plan, timetables, known }: Parts): string | null => {
  const problem = isRepeated(span) ? problemWithRepeat(timetable, timetables, known) : null
  if (problem) return problem
  return plan.lessons === 0 ? 'Each of these days is off or already has lessons.' : null
}

/** Returns what happens to the days that get no lessons: 'Skips 3 days off: Thanksgiving, Snow'. */
export const skippedInWords = ({ kept, off }: UsualPlan): string[] => {
  const reasons = [...new Set(off.flatMap(({ reason }) => reason?.trim() || []))]
  const named = reasons.length > 3 ? [...reasons.slice(0, 3), 'and more'] : reasons
  const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
  return [
    ...(off.length > 0 ? [`Skips ${days(off.length)} off${named.length > 0 ? `: ${named.join(', ')}` : ''}.`] : []),
    ...(kept.length > 0 ? [`Leaves ${days(kept.length)} that already ${kept.length === 1 ? 'has' : 'have'} lessons.`] : []),
  ]
}
