import { addMonths, formatDay, monthOf, todayIn } from '#shared/dates.ts'

/** Says when the month's tokens start over: on the first day of the next month in the person's zone. `now` in epoch milliseconds. */
export const startsOver = (timezone: string, now: number): string =>
  `Starts over on ${formatDay(addMonths(monthOf(todayIn(timezone, now)), 1), 'long')}.`
