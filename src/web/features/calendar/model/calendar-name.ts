/**
 * Whose calendar is shown, as the planner's address says it. Empty: one's own, or for an administrator of a school the
 * school's; `mine` is one's own for both. The others name a person who shares their schedule by their id.
 */
export type CalendarName = '' | 'mine' | 'school' | `${'colleague' | 'teacher'}-${string}`

export const isCalendarName = (name: string): name is CalendarName => /^(?:mine|school|(?:colleague|teacher)-[\w-]+)$/.test(name)
