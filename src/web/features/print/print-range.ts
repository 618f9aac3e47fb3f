/** Selects the weeks and lessons to print for a range of dates. */
import { addDays, addMonths, daysBetween, isDay, mondayOf, monthOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { type ClassWeek, classWeeks, schoolYearOf } from '#web/features/calendar/class-view/class-lines.ts'
import type { PlannedDay, PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { type ClassFilter, isChosen, isFiltered } from '#web/features/classes/class-filter.ts'

/** Dates from the first to the last. */
export type Range = { from: string; to: string }

/** Returns the days with the lessons of the chosen classes only. */
export const filteredDays = (days: readonly PlannedDay[], filter: ClassFilter): readonly PlannedDay[] =>
  isFiltered(filter) ? days.map((day) => ({ ...day, lessons: day.lessons.filter(({ block }) => isChosen(block, filter)) })) : days

/** Returns the number of lessons to print. A blocked day keeps its lessons but doesn't show them. */
export const countLessons = (weeks: readonly { days: readonly PlannedDay[] }[]): number =>
  weeks.flatMap(({ days }) => days).reduce((sum, { marks, lessons }) => sum + (marks.isBlocked ? 0 : lessons.length), 0)

/**
 * Returns the weeks to print: their days between the two dates, with the lessons of the chosen classes. Weeks with nothing to teach and
 * without notes are left out.
 */
export const weeksOfRange = (
  weeks: readonly PlannedWeek[],
  { from, to }: Range,
  filter: ClassFilter,
): { monday: string; days: readonly PlannedDay[] }[] =>
  weeks
    .map(({ monday, days }) => ({
      monday,
      days: filteredDays(
        days.filter(({ date }) => date >= from && date <= to),
        filter,
      ),
    }))
    .filter(({ days }) =>
      days.some(({ marks, school, lessons }) => (!marks.isBlocked && lessons.length > 0) || marks.hasNote || school?.noteText),
    )

/** Returns the lines of a class in order, by weeks. `weeks` have its lessons only. */
export const classOfRange = (weeks: readonly PlannedWeek[], { from, to }: Range): ClassWeek[] => {
  const days = weeks.flatMap((week) => week.days).filter(({ date }) => date >= from && date <= to)
  return classWeeks({
    lessons: days.flatMap(({ date, marks, lessons }) => (marks.isBlocked ? [] : lessons.map(({ block }) => ({ date, block })))),
    daysOff: days.flatMap(({ date, marks }) => (marks.isBlocked ? [{ date, reason: marks.blockedText ?? '' }] : [])),
  })
}

/** Says why a range can't be printed, or null if it can. */
export const rangeProblem = ({ from, to }: Range): string | null => {
  if (!isDay(from) || !isDay(to)) return 'Choose the first and the last day.'
  if (to < from) return 'The last day can’t be before the first day.'
  return daysBetween(from, to) < MAX.readDays ? null : `Choose up to ${MAX.readDays} days.`
}

/** Returns the ranges that teachers print most often. `lastDays` are those of their timetables. */
export const presetsOf = (today: string, lastDays: readonly string[]): { label: string; range: Range }[] => {
  const monday = mondayOf(addDays(today, 2))
  const { to } = schoolYearOf(today)
  const ahead = lastDays.filter((day) => day >= today && day <= to).sort()
  return [
    { label: 'This week', range: { from: monday, to: addDays(monday, 4) } },
    { label: 'This month', range: { from: monthOf(today), to: addDays(addMonths(monthOf(today), 1), -1) } },
    { label: 'Rest of the school year', range: { from: today, to: ahead.at(-1) ?? to } },
  ]
}
