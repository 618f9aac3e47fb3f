import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import { invites } from '#server/features/collaboration/tables.ts'
import { calendarCounters, calendars, userRoles } from '#server/features/people/tables.ts'
import { sessions } from '#server/features/sign-in/sessions/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/**
 * Returns the calendars that each of these users can see, by owner (a user or school), with the version of the latest change. Includes
 * their own calendar, their school's calendar, and calendars shared by colleagues. School administrators also see the calendars of their
 * school's teachers.
 */
export const visibleCalendars = async (db: Db, userIds: readonly string[]): Promise<Map<string, { owner: string; version: number }[]>> => {
  const these = [...new Set(userIds)]
  const { version } = calendarCounters
  const owner = sql<string>`coalesce(${calendars.userId}, ${calendars.schoolId})`
  const own = db
    .select({ viewer: sql<string>`${calendars.userId}`, owner, version })
    .from(calendars)
    .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
    .where(inArray(calendars.userId, these))
  const ofSchool = db
    .select({ viewer: sql<string>`${userRoles.userId}`, owner, version })
    .from(userRoles)
    .innerJoin(calendars, eq(calendars.schoolId, userRoles.schoolId))
    .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
    .where(inArray(userRoles.userId, these))
  const shared = db
    .select({ viewer: sql<string>`${invites.inviteeId}`, owner, version })
    .from(invites)
    .innerJoin(calendars, eq(calendars.userId, invites.inviterId))
    .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
    .where(and(inArray(invites.inviteeId, these), eq(invites.status, 'accepted')))
  const members = alias(userRoles, 'members')
  const ofTeachers = db
    .select({ viewer: sql<string>`${userRoles.userId}`, owner, version })
    .from(userRoles)
    .innerJoin(members, eq(members.schoolId, userRoles.schoolId))
    .innerJoin(calendars, eq(calendars.userId, members.userId))
    .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
    .where(and(inArray(userRoles.userId, these), userRoles.schoolAdministration))
  const rows = await union(own, ofSchool, shared, ofTeachers)
  const found = new Map<string, { owner: string; version: number }[]>(these.map((id) => [id, []]))
  for (const { viewer, ...calendar } of rows) found.get(viewer)?.push(calendar)
  return found
}

/** Returns the ids of the sessions that are still active. */
export const runningSessions = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}
