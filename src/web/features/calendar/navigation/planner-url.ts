import type { Preferences } from '#shared/accounts/contract.ts'
import { addDays, isDay, isSchoolDay, mondayOf, schoolWeekOf, stepSchoolDay, weekdayOf } from '#shared/dates.ts'

const SUNDAY = 7

/** What the planner shows, as it stands in the address: `/dashboard?view=day&date=2026-11-18`. */
export type PlannerAddress = { view: 'week' | 'day'; date: string }

/** Returns the school day on which the planner opens for a day: on a weekend the coming Monday. */
export const schoolDayOf = (day: string): string => (isSchoolDay(day) ? day : stepSchoolDay(day, 1))

/** Returns the school day to show for a day of the month: the nearest one in its row. */
export const schoolDayOfRow = (day: string, weekStartsOn: Preferences['weekStartsOn']): string => {
  if (isSchoolDay(day)) return day
  const isFirstOfRow = weekStartsOn === 'sunday' && weekdayOf(day) === SUNDAY
  return stepSchoolDay(day, isFirstOfRow ? 1 : -1)
}

/** Reads the search part of an address. What is missing or makes no sense falls back to the week, and to today. */
export const readAddress = (search: string, today: string): PlannerAddress => {
  const params = new URLSearchParams(search)
  const date = params.get('date') ?? ''
  return { view: params.get('view') === 'day' ? 'day' : 'week', date: schoolDayOf(isDay(date) ? date : today) }
}

export const writeAddress = ({ view, date }: PlannerAddress): string => `/dashboard?view=${view}&date=${date}`

/** The day to open of the week that `date` is in: today when that week holds it, else its Monday. */
export const dayToOpen = (date: string, today: string): string => {
  const week = schoolWeekOf(date)
  const now = schoolDayOf(today)
  return week.includes(now) ? now : (week[0] as string)
}

/** One week or one school day on (1) or back (-1). */
export const stepAddress = ({ view, date }: PlannerAddress, direction: 1 | -1, today: string): PlannerAddress => ({
  view,
  date: view === 'day' ? stepSchoolDay(date, direction) : dayToOpen(addDays(mondayOf(date), 7 * direction), today),
})

/** The same address in the other view: choosing Day opens {@link dayToOpen}, choosing Week keeps the day. */
export const inView = (address: PlannerAddress, view: PlannerAddress['view'], today: string): PlannerAddress =>
  view === address.view ? address : { view, date: view === 'day' ? dayToOpen(address.date, today) : address.date }
