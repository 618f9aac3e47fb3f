import { formatDay, mondayOf, monthOf } from '#shared/dates.ts'
import type { PlannedWeek } from '#web/features/calendar/model/planned-week.ts'
import { counted } from '#web/lib/counted.ts'
import type { PlannerAddress } from './planner-url.ts'

/** Returns the document title of a week, day or month: 'Week of Nov 23', 'Friday, Nov 27', 'November 2026' or the class's name. */
export const plannerTitle = ({ view, date }: PlannerAddress, className?: string): string => {
  if (view === 'class' && className) return className
  if (view === 'month') return formatDay(date, 'month')
  if (view !== 'day') return `Week of ${formatDay(mondayOf(date), 'monthDay')}`
  const [weekday] = formatDay(date, 'full').split(',')
  return `${weekday}, ${formatDay(date, 'monthDay')}`
}

/** What a screen reader announces once: a day, a month, or a week, also one of a class. */
export const announcedPlace = ({ view, date }: PlannerAddress): string =>
  view === 'day' ? date : view === 'month' ? monthOf(date) : mondayOf(date)

/** Returns what a screen reader says about a new week, day or month: 'Week of November 23, 2026: 30 lessons, 1 day off'. */
export const plannerAnnouncement = ({ view, date }: PlannerAddress, week: PlannedWeek): string => {
  if (view === 'month') return formatDay(date, 'month')
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
