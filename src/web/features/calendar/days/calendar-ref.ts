import { createContext, useContext, useMemo } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { hasAccess } from '#shared/billing/rules.ts'
import type { CalendarName, SchoolPage } from '#web/features/calendar/model/calendar-name.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'

/** Identifies a calendar in the query cache and in pending edits. For another user's calendar, the ID ends with the owner's ID. */
export type CalendarId = { id: string }

/** Identifies where to read a calendar's days. */
export type CalendarSource = CalendarId & {
  /** Whether the calendar belongs to the user, their school, a colleague, or a teacher at their school. */
  kind: 'own' | 'school' | 'colleague' | 'teacher'
  /** The ID of the user or school that owns the calendar. */
  owner: string
}

/** The calendar on screen, and the user's permissions for it. */
export type CalendarRef = CalendarSource & {
  /** The calendar's name in the planner's URL. */
  name: CalendarName
  /** True for another user's calendar. */
  isViewed: boolean
  /** Whether the user can change the calendar's block-outs and notes. */
  mayEdit: boolean
  /** Whether the user can add lessons. School calendars don't have lessons. */
  mayAddLessons: boolean
  /** Whether the user can copy the calendar's lessons to their own. */
  mayTakeOver: boolean
}

type Viewer = Pick<User, 'id' | 'calendarId' | 'schoolId' | 'schoolAdministration'>

const NOTHING = { mayEdit: false, mayAddLessons: false, mayTakeOver: false }

export const ownSource = ({ calendarId, id }: Pick<User, 'calendarId' | 'id'>): CalendarSource => ({
  id: calendarId,
  kind: 'own',
  owner: id,
})

/**
 * Returns the calendar with this name in the URL, with the viewer's permissions. `mayEdit` says whether the viewer can change their own
 * calendar.
 */
export const calendarOf = (name: CalendarName, viewer: Viewer, mayEdit: boolean): CalendarRef => {
  const school = viewer.schoolAdministration ? viewer.schoolId : null
  const [, kind, owner = ''] = /^(colleague|teacher)-(.*)$/.exec(name) ?? []
  if (kind && owner !== viewer.id)
    return { ...NOTHING, id: name, kind: kind as 'colleague' | 'teacher', owner, name, isViewed: true, mayTakeOver: mayEdit }
  if (school && (name === '' || name === 'school' || name === 'teachers'))
    return { ...NOTHING, id: `school-${school}`, kind: 'school', owner: school, name, isViewed: false, mayEdit: true }
  return { ...NOTHING, ...ownSource(viewer), name: school ? 'mine' : '', isViewed: false, mayEdit, mayAddLessons: mayEdit }
}

/** Returns the page that an administrator sees instead of a week or a day of their school's calendar. */
export const schoolPageOf = ({ kind, name }: CalendarRef): SchoolPage | undefined => {
  if (kind !== 'school' || name === 'school') return undefined
  return name === 'teachers' ? 'teachers' : 'year'
}

const CalendarContext = createContext<CalendarRef | null>(null)
export const CalendarProvider = CalendarContext.Provider

/** Returns the calendar that the page shows. Throws outside {@link CalendarProvider}. */
export const useCalendar = (): CalendarRef => {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('useCalendar must be used inside a CalendarProvider')
  return calendar
}

/** Returns the calendar with this name in the URL. Users can change their own calendar while their trial or plan is active. */
export const useNamedCalendar = (name: CalendarName): CalendarRef => {
  const user = useUser()
  const { id, calendarId, schoolId, schoolAdministration } = user
  const mayEdit = hasAccess(user, useNow())
  // Memoized on these fields because the user's other fields change, for example when the user adds a first lesson.
  return useMemo(
    () => calendarOf(name, { id, calendarId, schoolId, schoolAdministration }, mayEdit),
    [name, id, calendarId, schoolId, schoolAdministration, mayEdit],
  )
}

/** Returns the signed-in user's own calendar. */
export const useOwnCalendar = (): CalendarRef => useNamedCalendar('mine')
