import { isSchoolDay, monthOf, weeksOfMonth } from '#shared/dates.ts'

/** Number of plans that a day shows. The others are one press away. */
export const MOST_PLANS = 6

/** Returns the school days of a month by weeks, with the days of other months that complete its first and last week. */
export const schoolWeeksOfMonth = (date: string): string[][] =>
  weeksOfMonth(date, 'monday')
    .map((week) => week.filter(isSchoolDay))
    .filter((week) => week.some((day) => monthOf(day) === monthOf(date)))
