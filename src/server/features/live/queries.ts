import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { calendars, sessions, userRoles } from '#server/features/accounts/tables.ts'
import { invites } from '#server/features/collaboration/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

/**
 * Every calendar that a person may see, by the person or school whose it is, with the version of its latest change: their
 * own, their school's, those of colleagues who share theirs, and for an administrator those of the school's teachers.
 */
export const visibleCalendars = async (db: Db, userId: string): Promise<{ owner: string; version: number }[]> => {
  const own = alias(userRoles, 'own')
  const ofMe = db.select({ schoolId: own.schoolId }).from(own).where(eq(own.userId, userId))
  const iAdminister = db
    .select({ schoolId: own.schoolId })
    .from(own)
    .where(and(eq(own.userId, userId), own.schoolAdministration))
  const inviters = db
    .select({ id: invites.inviterId })
    .from(invites)
    .where(and(eq(invites.inviteeId, userId), eq(invites.status, 'accepted')))
  const members = db
    .select({ id: userRoles.userId })
    .from(userRoles)
    .where(and(isNotNull(userRoles.schoolId), inArray(userRoles.schoolId, iAdminister)))
  return db
    .select({ owner: sql<string>`coalesce(${calendars.userId}, ${calendars.schoolId})`, version: calendars.version })
    .from(calendars)
    .where(
      or(
        eq(calendars.userId, userId),
        inArray(calendars.schoolId, ofMe),
        inArray(calendars.userId, inviters),
        inArray(calendars.userId, members),
      ),
    )
}

/** The sessions of these that still hold. */
export const runningSessions = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inArray(sessions.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}
