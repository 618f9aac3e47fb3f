import { formatDay, mondayOf } from '#shared/dates.ts'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { counted } from '#web/lib/counted.ts'
import type { PlannerAddress } from './planner-url.ts'

/** Returns the document title of a week or day: 'Week of Nov 23' or 'Friday, Nov 27'. */
export const plannerTitle = ({ view, date }: PlannerAddress): string => {
  if (view === 'week') return `Week of ${formatDay(mondayOf(date), 'monthDay')}`
  const [weekday] = formatDay(date, 'full').split(',')
  return `${weekday}, ${formatDay(date, 'monthDay')}`
}

/** Returns what a screen reader says about a new week or day: 'Week of November 23, 2026: 30 lessons, 1 day off'. */
export const plannerAnnouncement = ({ view, date }: PlannerAddress, week: PlannedWeek): string => {
  if (view === 'day') {
    const day = week.days.find((one) => one.date === date)
    const content = day?.marks.isBlocked ? 'day off' : counted(day?.lessons.length ?? 0, 'lesson')
    return `${formatDay(date, 'full')}: ${content}`
  }
  const [, monthAndDay, year] = formatDay(week.monday, 'full').split(', ')
  const daysOff = week.days.filter(({ marks }) => marks.isBlocked).length
  const off = daysOff === 0 ? '' : `, ${daysOff === 1 ? '1 day' : `${daysOff} days`} off`
  return `Week of ${monthAndDay}, ${year}: ${counted(week.totals.lessons, 'lesson')}${off}`
}
