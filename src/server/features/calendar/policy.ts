/**
 * Whose calendar a call is about, and what the caller may do there. A {@link CalendarRef} is made here alone, so that nothing
 * can be read or changed but by who may: queries take nothing else.
 */
import { Refused } from '#server/lib/http/refuse.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { CalendarId, CalendarRef, PersonCalendar } from './tables.ts'

type School = { id: string; calendarId: string } | null

const underSchool = (school: School): CalendarRef['under'] => school && { id: school.calendarId as CalendarId, schoolId: school.id }

/** The calendar of the person who calls. */
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
  under: underSchool(school),
  hidesAlerts: false,
})

/**
 * The calendar of somebody who shows it to the caller. It takes what a query found that asked for the right in its WHERE.
 * Throws `not_found` where it found nothing.
 */
export const sharedCalendar = (found: { calendarId: string; userId: string; school: School } | undefined): PersonCalendar => {
  if (!found) throw new Refused('not_found')
  return { ...ownCalendar(found), hidesAlerts: true }
}

/** The calendar of the caller's school, for its administrators. Throws `not_found`, also for another school. */
export const schoolCalendar = ({ school }: Pick<Actor, 'school'>, schoolId = school?.id): CalendarRef => {
  if (!school?.isAdministrator || school.id !== schoolId) throw new Refused('not_found')
  return { id: school.calendarId as CalendarId, userId: null, schoolId: school.id, under: null, hidesAlerts: false }
}

/** The calendars that the caller may change: of a day or an operation that goes by its id alone, it says which one is meant. */
export const calendarsToChange = (actor: Actor): CalendarRef[] => [
  ...(actor.mayWrite ? [ownCalendar(actor)] : []),
  ...(actor.school?.isAdministrator ? [schoolCalendar(actor)] : []),
]

/** The calendar that a change is about: the school's where it names one, else the caller's own. Throws `not_found`, `subscription_needed`. */
export const calendarToChange = (actor: Actor, schoolId: string | null | undefined): CalendarRef => {
  if (schoolId) return schoolCalendar(actor, schoolId)
  if (!actor.mayWrite) throw new Refused('subscription_needed')
  return ownCalendar(actor)
}
