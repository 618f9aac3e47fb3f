import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import type { NoteName } from '#shared/accounts/rules.ts'
import { calendarCounters, calendars, type SealedNotes, schools, subscriptions, unsealedNotes, userRoles, users } from './tables.ts'

/** Advisory lock key. Any constant works. The lock prevents removal of the last platform admin. */
const ADMINISTRATORS_LOCK = 7_301_958

/** Blocks concurrent changes to platform admins until the end of the transaction. */
export const lockAdministrators = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`)

export const isAdministrator = async (db: Db, userId: string): Promise<boolean> =>
  (
    await db
      .select({ userId: userRoles.userId })
      .from(userRoles)
      .where(and(eq(userRoles.userId, userId), userRoles.isAdmin))
  ).length > 0

/** Returns true if there is another platform admin. Reliable only under {@link lockAdministrators}. */
export const hasOtherAdministrator = async (db: Db, userId: string): Promise<boolean> =>
  (
    await db
      .select({ userId: userRoles.userId })
      .from(userRoles)
      .where(and(ne(userRoles.userId, userId), userRoles.isAdmin))
      .limit(1)
  ).length > 0

const schoolCalendars = alias(calendars, 'school_calendars')
const schoolCounters = alias(calendarCounters, 'school_counters')

/** Returns a user with their roles, plan, and calendar, and the version of their school's calendar. */
export const userById = (db: Db, userId: string) =>
  first(
    db
      .select({
        user: users,
        role: userRoles,
        subscription: subscriptions,
        calendar: calendarCounters,
        school: { version: schoolCounters.version, usesSharedDevices: schools.usesSharedDevices },
      })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
      .innerJoin(calendars, eq(calendars.userId, users.id))
      .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
      .leftJoin(schoolCalendars, eq(schoolCalendars.schoolId, userRoles.schoolId))
      .leftJoin(schoolCounters, eq(schoolCounters.calendarId, schoolCalendars.id))
      .leftJoin(schools, eq(schools.id, userRoles.schoolId))
      .where(eq(users.id, userId)),
  )

type NewUser = Omit<typeof users.$inferInsert, 'id'>

/** Creates a user without roles, with a calendar and a new trial. A duplicate email address violates `users_email_unique`. */
export const insertUser = (db: Db, user: NewUser) =>
  db.transaction(async (db) => {
    const row = await theOnly(db.insert(users).values(user).returning({ id: users.id }))
    await db.insert(userRoles).values({ userId: row.id })
    await db.insert(calendars).values({ userId: row.id })
    await db.insert(subscriptions).values({ userId: row.id, status: 'TRIAL', freeTrialStarted: user.createdAt })
    return row.id
  })

export type UserChanges = { [Field in keyof NewUser]?: NewUser[Field] | undefined }

export const updateUser = (db: Db, userId: string, changes: UserChanges) => db.update(users).set(changes).where(eq(users.id, userId))

/** Returns a user's encrypted notes. */
export const sealedNotesOf = (db: Db, userId: string) =>
  first(
    db
      .select({
        id: users.id,
        sealedEmergencyProcedures: users.sealedEmergencyProcedures,
        sealedStudentNotes: users.sealedStudentNotes,
        sealedSubstituteInstructions: users.sealedSubstituteInstructions,
      })
      .from(users)
      .where(eq(users.id, userId)),
  )

/** Returns true if plain-text notes of an earlier version may be in the table's file. */
export const hasUnsealedNotes = async (db: Db): Promise<boolean> => {
  const { rows } = await db.execute<{ has: boolean }>(sql`select pg_relation_size('unsealed_notes') > 0 as has`)
  return rows[0]?.has === true
}

/** Returns at most `most` plain-text notes of an earlier version, locked until the end of the transaction. */
export const lockUnsealedNotes = (db: Db, most: number) =>
  db.select().from(unsealedNotes).orderBy(unsealedNotes.userId, unsealedNotes.name).limit(most).for('update')

/** Replaces a plain-text note by its encrypted form. */
export const replaceUnsealedNote = async (
  db: Db,
  { userId, name }: { userId: string; name: NoteName },
  sealed: Partial<SealedNotes>,
): Promise<void> => {
  await db.update(users).set(sealed).where(eq(users.id, userId))
  await db.delete(unsealedNotes).where(and(eq(unsealedNotes.userId, userId), eq(unsealedNotes.name, name)))
}

/** Gives the empty table a new file, because the old one still contains the text of deleted rows. Call it in a transaction. */
export const emptyUnsealedNotes = async (db: Db): Promise<void> => {
  await db.execute(sql`lock table ${unsealedNotes} in access exclusive mode`)
  if (!(await first(db.select({ name: unsealedNotes.name }).from(unsealedNotes).limit(1)))) await db.execute(sql`truncate ${unsealedNotes}`)
}

/** Locks the user's row until the end of the transaction, which serializes changes to the user's data. */
export const lockUser = (db: Db, userId: string) =>
  first(
    db.select({ preferences: users.preferences, classroom: users.classroom }).from(users).where(eq(users.id, userId)).for('no key update'),
  )

/** Returns true if mail is known to have reached the user's address. */
export const hasConfirmedAddress = async (db: Db, userId: string): Promise<boolean> =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.emailConfirmedAt)))
  ).length > 0

/** Returns the id of the user's own calendar, and its size in bytes. */
export const calendarRowOf = (db: Db, userId: string) =>
  first(
    db
      .select({ id: calendars.id, lessonBytes: calendarCounters.lessonBytes, historyBytes: calendarCounters.historyBytes })
      .from(calendars)
      .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
      .where(eq(calendars.userId, userId)),
  )

/** Locks the user's own calendar against changes until the transaction ends, like a change does: by its counters. */
export const lockCalendarOf = (db: Db, userId: string) =>
  db
    .select({ id: calendars.id })
    .from(calendars)
    .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
    .where(eq(calendars.userId, userId))
    .for('update', { of: calendarCounters })

/** Returns the IANA time zone of a calendar, from its owner or its school. */
export const timezoneOfCalendar = async (db: Db, calendarId: string): Promise<string> => {
  const [row] = await db
    .select({ timezone: sql<string>`coalesce(${users.timezone}, ${schools.timezone})` })
    .from(calendars)
    .leftJoin(users, eq(users.id, calendars.userId))
    .leftJoin(schools, eq(schools.id, calendars.schoolId))
    .where(eq(calendars.id, calendarId))
  if (!row) throw new Error('Calendar not found')
  return row.timezone
}

/** Returns the user's IANA time zone, which determines when their days, weeks, and months begin. */
export const timezoneOf = async (db: Db, userId: string): Promise<string> => {
  const [row] = await db.select({ timezone: users.timezone }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error('User not found')
  return row.timezone
}

/** Returns what the administrators of a user's school typed about its office, or null without a school. */
export const schoolOfficeOf = async (db: Db, userId: string) =>
  (await first(
    db
      .select({
        name: schools.name,
        officeEmail: schools.officeEmail,
        officeConfirmedAt: schools.officeConfirmedAt,
        officePhone: schools.officePhone,
      })
      .from(userRoles)
      .innerJoin(schools, eq(schools.id, userRoles.schoolId))
      .where(eq(userRoles.userId, userId)),
  )) ?? null
