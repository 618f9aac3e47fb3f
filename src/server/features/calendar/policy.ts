/**
 * Decides which calendar a request is for and which actions the caller is allowed to take. Only this file creates a {@link CalendarRef},
 * and queries accept nothing else, so every read and write has passed an access check.
 */
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { CalendarId, CalendarRef, PersonCalendar } from './tables.ts'

type School = { id: string; calendarId: string } | null

const overlayOf = (school: School): CalendarRef['under'] => school && { id: school.calendarId as CalendarId, schoolId: school.id }

/** Returns the caller's own calendar. */
export const ownCalendar = ({
  calendarId,
  userId,
  school = null,
}: {
  calendarId: string
  userId: string
  school?: School
}): PersonCalendar => ({
  id: calendarId as CalendarId,
  userId,
  schoolId: null,
  under: overlayOf(school),
  hidesAlerts: false,
})

/**
 * Returns a calendar that is shared with the caller. Expects a row from a query whose WHERE clause checked the caller's access. Throws
 * `not_found` if the row is undefined.
 */
export const sharedCalendar = (found: { calendarId: string; userId: string; school: School } | undefined): PersonCalendar => {
  if (!found) throw new Refused('not_found')
  return { ...ownCalendar(found), hidesAlerts: true }
}

/** Returns the calendar of the caller's school if the caller administers it. Throws `not_found` if they don't, and for any other school. */
export const schoolCalendar = ({ school }: Pick<Actor, 'school'>, schoolId = school?.id): CalendarRef => {
  if (!school?.isAdministrator || school.id !== schoolId) throw new Refused('not_found')
  return { id: school.calendarId as CalendarId, userId: null, schoolId: school.id, under: null, hidesAlerts: false }
}

/**
 * Returns the calendar of a school for a member of the school, who sees its days off and notes. Expects a row from a query whose WHERE clause
 * checked the membership.
 */
export const membersSchoolCalendar = (school: { id: string; calendarId: string }): CalendarRef => ({
  id: school.calendarId as CalendarId,
  userId: null,
  schoolId: school.id,
  under: null,
  hidesAlerts: true,
})

/**
 * Returns the calendars that the caller is allowed to change. To find a day or operation by id, the routes search these calendars in order.
 */
export const calendarsToChange = (actor: Actor): CalendarRef[] => [
  ...(actor.mayWrite ? [ownCalendar(actor)] : []),
  ...(actor.school?.isAdministrator ? [schoolCalendar(actor)] : []),
]

/**
 * Returns the calendar to change: the school's if `schoolId` is given, otherwise the caller's. Throws `not_found` and
 * `subscription_needed`.
 */
export const calendarToChange = (actor: Actor, schoolId: string | null | undefined): CalendarRef => {
  if (schoolId) return schoolCalendar(actor, schoolId)
  if (!actor.mayWrite) throw new Refused('subscription_needed')
  return ownCalendar(actor)
}
