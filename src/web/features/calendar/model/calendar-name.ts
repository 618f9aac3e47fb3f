/**
 * The calendar's name in the planner's URL. Empty is the user's own, or the school's for a school administrator. `mine`
 * is the user's own in both cases. The other names contain the ID of a person whose schedule the user can view.
 */
export type CalendarName = '' | 'mine' | 'school' | `${'colleague' | 'teacher'}-${string}`

export const isCalendarName = (name: string): name is CalendarName => /^(?:mine|school|(?:colleague|teacher)-[\w-]+)$/.test(name)
