import type { Preferences } from '#shared/accounts/contract.ts'
import { addDays, addMonths, isDay, isSchoolDay, mondayOf, monthOf, schoolWeekOf, stepSchoolDay, weekdayOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { type CalendarName, isCalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { NO_CLASS } from '#web/features/classes/class-filter.ts'

const SUNDAY = 7

/** A week or a day in a calendar. */
export type PlannedPart = { view: 'week' | 'day'; date: string }
type PlannerView = 'week' | 'day' | 'month' | 'class'
/**
 * The planner's state as encoded in the URL: `/dashboard?view=day&date=2026-11-18&calendar=mine`. Only the class view has a class, and only
 * the user's own calendar has a class view. Only a month can leave out classes (`without`, their IDs).
 */
export type PlannerAddress = { view: PlannerView; date: string; calendar: CalendarName; classId?: string; without?: readonly string[] }

/** Returns the week or day that is closest to a view: a month and a class consist of weeks. */
export const partOf = ({ view, date }: Pick<PlannerAddress, 'view' | 'date'>): PlannedPart => ({
  view: view === 'day' ? 'day' : 'week',
  date,
})

/** Returns the school day to open for a date: the date itself, or the following Monday for a weekend. */
export const schoolDayOf = (day: string): string => (isSchoolDay(day) ? day : stepSchoolDay(day, 1))

/** Returns the school day to show for a day in the month grid: the nearest school day in the same row. */
export const schoolDayOfRow = (day: string, weekStartsOn: Preferences['weekStartsOn']): string => {
  if (isSchoolDay(day)) return day
  const isFirstOfRow = weekStartsOn === 'sunday' && weekdayOf(day) === SUNDAY
  return stepSchoolDay(day, isFirstOfRow ? 1 : -1)
}

const VIEWS: readonly string[] = ['week', 'day', 'month'] satisfies PlannerView[]
const CLASS_ID = /^[\da-f-]{36}$/
/** Stands for lessons without a class in the URL. */
const NONE = 'none'

const readWithout = (text: string): string[] =>
  text
    .split(',', MAX.classes + 1)
    .filter((id) => id === NONE || CLASS_ID.test(id))
    .map((id) => (id === NONE ? NO_CLASS : id))

/** Parses a URL's query string. Missing or invalid values fall back to the week view, to today, and to an empty calendar name. */
export const readAddress = (search: string, today: string): PlannerAddress => {
  const params = new URLSearchParams(search)
  const [date, calendar, view, classId] = ['date', 'calendar', 'view', 'class'].map((name) => params.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ]
  const place = {
    date: schoolDayOf(isDay(date) ? date : today),
    calendar: isCalendarName(calendar) ? calendar : ('' as const),
  }
  const isOwn = place.calendar === '' || place.calendar === 'mine'
  if (view === 'class' && isOwn && CLASS_ID.test(classId)) return { ...place, view, classId }
  const without = view === 'month' ? readWithout(params.get('without') ?? '') : []
  if (without.length > 0) return { ...place, view: 'month', without }
  return { ...place, view: VIEWS.includes(view) ? (view as PlannerView) : 'week' }
}

export const writeAddress = ({ view, date, calendar, classId, without = [] }: PlannerAddress): string => {
  const left = view === 'month' && without.length > 0 ? `&without=${without.map((id) => id || NONE).join(',')}` : ''
  return `/dashboard?view=${view}${view === 'class' ? `&class=${classId}` : ''}&date=${date}${calendar && `&calendar=${calendar}`}${left}`
}

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

/** Returns the school day to open in the month of `date`: today if that month contains it, otherwise the month's first school day. */
const monthDayToOpen = (date: string, today: string): string => {
  const now = schoolDayOf(today)
  return monthOf(now) === monthOf(date) ? now : schoolDayOf(monthOf(date))
}

/** Returns the planner state one day, week or month later (1) or earlier (-1), depending on the view. A class steps by weeks. */
export const stepAddress = (address: PlannerAddress, direction: 1 | -1, today: string): PlannerAddress => {
  const { view, date } = address
  if (view === 'day') return { ...address, date: stepSchoolDay(date, direction) }
  if (view === 'month') return { ...address, date: monthDayToOpen(addMonths(monthOf(date), direction), today) }
  return { ...address, date: dayToOpen(addDays(mondayOf(date), 7 * direction), today) }
}

/** Returns the planner state with the view switched. Switching to Day opens {@link dayToOpen}. The other views keep the day. */
export const inView = (address: PlannerAddress, view: 'week' | 'day' | 'month', today: string): PlannerAddress => {
  if (view === address.view) return address
  const { classId: _, without: __, ...rest } = address
  return { ...rest, view, date: view === 'day' ? dayToOpen(address.date, today) : address.date }
}

/** Returns the planner state with the lessons of one class. */
export const inClass = (address: PlannerAddress, classId: string): PlannerAddress => ({ ...address, view: 'class', classId })
