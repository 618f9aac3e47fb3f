import { createContext, useContext, useMemo } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { hasAccess } from '#shared/billing/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { useNow } from '#web/lib/use-now.ts'

/** By which the query cache and the edits under way know a calendar: of others it ends in the id of whom it belongs to. */
export type CalendarId = { id: string }

/** Where the days of a calendar are read from. */
export type CalendarSource = CalendarId & {
  /** The calendar of the person in front of the page, of their school, of a colleague, or of a teacher of their school. */
  kind: 'own' | 'school' | 'colleague' | 'teacher'
  /** The id of the person or the school that it belongs to. */
  owner: string
}

/** The calendar on screen, and what the person in front of it may do with it. */
export type CalendarRef = CalendarSource & {
  /** What the planner's address calls it. */
  name: CalendarName
  /** Somebody else's, to look at. */
  isViewed: boolean
  /** Whether its block-outs and notes may be changed. */
  mayEdit: boolean
  /** Whether it takes lessons. A school's calendar has none. */
  mayAddLessons: boolean
  /** Whether its lessons may be copied into the calendar of the person in front of it. */
  mayTakeOver: boolean
}

type Viewer = Pick<User, 'id' | 'calendarId' | 'schoolId' | 'schoolAdministration'>

const NOTHING = { mayEdit: false, mayAddLessons: false, mayTakeOver: false }

export const ownSource = ({ calendarId, id }: Pick<User, 'calendarId' | 'id'>): CalendarSource => ({
  id: calendarId,
  kind: 'own',
  owner: id,
})

/** Returns the calendar that an address names, for this person. `mayEdit`: whether they may change their own. */
export const calendarOf = (name: CalendarName, viewer: Viewer, mayEdit: boolean): CalendarRef => {
  const school = viewer.schoolAdministration ? viewer.schoolId : null
  const [, kind, owner = ''] = /^(colleague|teacher)-(.*)$/.exec(name) ?? []
  if (kind && owner !== viewer.id)
    return { ...NOTHING, id: name, kind: kind as 'colleague' | 'teacher', owner, name, isViewed: true, mayTakeOver: mayEdit }
  if (school && (name === '' || name === 'school'))
    return { ...NOTHING, id: `school-${school}`, kind: 'school', owner: school, name: '', isViewed: false, mayEdit: true }
  return { ...NOTHING, ...ownSource(viewer), name: school ? 'mine' : '', isViewed: false, mayEdit, mayAddLessons: mayEdit }
}

const CalendarContext = createContext<CalendarRef | null>(null)
export const CalendarProvider = CalendarContext.Provider

/** The calendar that the page shows. Throws outside of {@link CalendarProvider}. */
export const useCalendar = (): CalendarRef => {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('useCalendar is for what stands in a CalendarProvider')
  return calendar
}

/** The calendar that an address names. One's own may be changed while the trial or plan runs. */
export const useNamedCalendar = (name: CalendarName): CalendarRef => {
  const user = useUser()
  const { id, calendarId, schoolId, schoolAdministration } = user
  const mayEdit = hasAccess(user, useNow())
  // The same object as long as it is the same: what else is known of the person changes with their first lesson.
  return useMemo(
    () => calendarOf(name, { id, calendarId, schoolId, schoolAdministration }, mayEdit),
    [name, id, calendarId, schoolId, schoolAdministration, mayEdit],
  )
}

/** The calendar of the person who is signed in. */
export const useOwnCalendar = (): CalendarRef => useNamedCalendar('mine')
