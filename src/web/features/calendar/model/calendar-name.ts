/**
 * The calendar's name in the planner's URL. An empty name is the user's own calendar, or the school's year for a school administrator.
 * `school` is the school's week or day, and `teachers` its teachers. `mine` is always the user's own. The other names contain the ID of a
 * teacher whose schedule the user can view.
 */
export type CalendarName = '' | 'mine' | 'school' | 'teachers' | `${'colleague' | 'teacher'}-${string}`

/** A page about the administrator's school. */
export type SchoolPage = 'year' | 'teachers'

export const isCalendarName = (name: string): name is CalendarName => /^(?:mine|school|teachers|(?:colleague|teacher)-[\w-]+)$/.test(name)
