import { addMonths, formatDay, monthOf, todayIn } from '#shared/dates.ts'

/**
 * Returns the date when the monthly tokens reset, which is the first day of the next month in the user's time zone. `now` is in epoch
 * milliseconds.
 */
export const startsOver = (timezone: string, now: number): string =>
  `Your AI writing resets on ${formatDay(addMonths(monthOf(todayIn(timezone, now)), 1), 'long')}.`
