import { navigate } from 'wouter/use-browser-location'

/** Shows another calendar in the planner; view and date stay. */
export const showCalendar = (calendar: string): void => {
  const search = new URLSearchParams(window.location.search)
  search.set('calendar', calendar)
  navigate(`/dashboard?${search}`)
}
