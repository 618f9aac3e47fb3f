import type { Preferences } from '#shared/accounts/contract.ts'
import { addDays, isDay, isSchoolDay, mondayOf, schoolWeekOf, stepSchoolDay, weekdayOf } from '#shared/dates.ts'
import { type CalendarName, isCalendarName } from '#web/features/calendar/model/calendar-name.ts'

const SUNDAY = 7

/** A week or a day in a calendar. */
export type PlannedPart = { view: 'week' | 'day'; date: string }
/** The planner's state as encoded in the URL: `/dashboard?view=day&date=2026-11-18&calendar=mine`. */
export type PlannerAddress = PlannedPart & { calendar: CalendarName }

/** Returns the school day to open for a date: the date itself, or the following Monday for a weekend. */
export const schoolDayOf = (day: string): string => (isSchoolDay(day) ? day : stepSchoolDay(day, 1))

/** Returns the school day to show for a day in the month grid: the nearest school day in the same row. */
export const schoolDayOfRow = (day: string, weekStartsOn: Preferences['weekStartsOn']): string => {
  if (isSchoolDay(day)) return day
  const isFirstOfRow = weekStartsOn === 'sunday' && weekdayOf(day) === SUNDAY
  return stepSchoolDay(day, isFirstOfRow ? 1 : -1)
}

/** Parses a URL's query string. Missing or invalid values fall back to the week view, to today, and to an empty calendar name. */
export const readAddress = (search: string, today: string): PlannerAddress => {
  const params = new URLSearchParams(search)
  const date = params.get('date') ?? ''
  const calendar = params.get('calendar') ?? ''
  return {
    view: params.get('view') === 'day' ? 'day' : 'week',
    date: schoolDayOf(isDay(date) ? date : today),
    calendar: isCalendarName(calendar) ? calendar : '',
  }
}

export const writeAddress = ({ view, date, calendar }: PlannerAddress): string =>
  `/dashboard?view=${view}&date=${date}${calendar && `&calendar=${calendar}`}`

/** Returns the day to open in the week of `date`: today if that week contains it, otherwise its Monday. */
export const dayToOpen = (date: string, today: string): string => {
  const week = schoolWeekOf(date)
  const now = schoolDayOf(today)
  return week.includes(now) ? now : (week[0] as string)
}

/** Returns the three days to show side by side when five don't fit, with the selected day in the middle if possible. */
export const threeDaysAround = (date: string): string[] => {
  const first = Math.min(Math.max(weekdayOf(date) - 2, 0), 2)
  return schoolWeekOf(date).slice(first, first + 3)
}

/** Returns the planner state after a swipe: the adjacent day, or days that aren't displayed yet if three are shown. */
export const swipeAddress = (address: PlannerAddress, direction: 1 | -1, daysOnShow: 1 | 3, today: string): PlannerAddress => {
  if (address.view === 'day') return stepAddress(address, direction, today)
  const { date } = address
  if (daysOnShow === 1) return { ...address, date: stepSchoolDay(date, direction) }
  const [monday, tuesday, , thursday, friday] = schoolWeekOf(date) as [string, string, string, string, string]
  const isEdgeOnShow = threeDaysAround(date).includes(direction === 1 ? friday : monday)
  if (!isEdgeOnShow) return { ...address, date: direction === 1 ? thursday : tuesday }
  return { ...address, date: addDays(direction === 1 ? monday : thursday, 7 * direction) }
}

/** Returns the planner state one week or one school day later (1) or earlier (-1), depending on the view. */
export const stepAddress = ({ view, date, calendar }: PlannerAddress, direction: 1 | -1, today: string): PlannerAddress => ({
  calendar,
  view,
  date: view === 'day' ? stepSchoolDay(date, direction) : dayToOpen(addDays(mondayOf(date), 7 * direction), today),
})

/** Returns the planner state with the view switched. Switching to Day opens {@link dayToOpen}. Switching to Week keeps the day. */
export const inView = (address: PlannerAddress, view: PlannerAddress['view'], today: string): PlannerAddress =>
  view === address.view ? address : { ...address, view, date: view === 'day' ? dayToOpen(address.date, today) : address.date }
