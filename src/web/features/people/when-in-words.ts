import type { User } from '#shared/accounts/contract.ts'
import { formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'

/** Formats the time of a change in the teacher's time zone. */
export const whenInWords = (at: string, { timezone, preferences }: User): string => {
  const instant = Date.parse(at)
  const day = todayIn(timezone, instant)
  const time = formatTime(timeIn(timezone, instant), preferences.timeFormat)
  return day === todayIn(timezone, Date.now()) ? `Today, ${time}` : `${formatDay(day, 'medium')}, ${time}`
}
