import { addDays, isDay, isSchoolDay, mondayOf, schoolWeekOf, stepSchoolDay } from '#shared/dates.ts'

/** What the planner shows, as it stands in the address: `/dashboard?view=day&date=2026-11-18`. */
export type PlannerAddress = { view: 'week' | 'day'; date: string }

/** A Saturday or Sunday is shown as the Friday before it: their planner week is the one just over. */
export const schoolDayOf = (day: string): string => (isSchoolDay(day) ? day : stepSchoolDay(day, -1))

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
