import { addMonths, formatDay, monthOf, todayIn } from '#shared/dates.ts'

/** Says when the tokens of a month are counted anew: on the first day of the next month, where the person is. `now` in epoch milliseconds. */
export const startsOver = (timezone: string, now: number): string =>
  `Starts over on ${formatDay(addMonths(monthOf(todayIn(timezone, now)), 1), 'long')}.`
