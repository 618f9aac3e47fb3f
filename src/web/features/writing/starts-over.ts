import { addMonths, formatDay, monthOf, todayIn } from '#shared/dates.ts'

/**
 * Returns a sentence with the date on which the monthly tokens reset: the first day of the next month in the user's time zone. `now` is in
 * epoch milliseconds.
 */
export const startsOver = (timezone: string, now: number): string =>
  `Your AI writing resets on ${formatDay(addMonths(monthOf(todayIn(timezone, now)), 1), 'long')}.`
