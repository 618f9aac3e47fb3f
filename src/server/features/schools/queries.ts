import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { calendars, schools, userRoles, users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

const administrators = alias(userRoles, 'administrators')
const schoolCalendars = alias(calendars, 'school_calendars')

/** What nobody has who belongs to no school. */
const NO_SCHOOL = { schoolId: null, joinedSchoolAt: null, schoolAdministration: false, schoolGetsStudentNotes: false }

/** Locks a school until the end of the transaction: who joins, leaves and administers it is changed one after another. Returns whether it is there. */
export const lockSchool = async (db: Db, id: string): Promise<boolean> =>
  (await db.select({ id: schools.id }).from(schools).where(eq(schools.id, id)).for('no key update')).length > 0

/** Any number, as long as it stays the same. */
const NAMES_LOCK = 7_301_959

/** Waits until nobody else names a school, until the end of the transaction: no two have the same name. */
export const lockSchoolNames = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${NAMES_LOCK})`)

/** A school with a calendar of its own. */
export const insertSchool = async (db: Db, school: typeof schools.$inferInsert): Promise<string> => {
  const [row] = await db.insert(schools).values(school).returning({ id: schools.id })
  if (!row) throw new Error('An insert returned no row')
  await db.insert(calendars).values({ schoolId: row.id })
  return row.id
}

/** The schools of this name, or with this id. */
export const schoolsCalled = (db: Db, nameOrId: string) =>
  db
    .select({ id: schools.id, name: schools.name, timezone: schools.timezone })
    .from(schools)
    .where(or(eq(schools.name, nameOrId), sql`${schools.id}::text = ${nameOrId}`))

/** The school that a person has joined. */
export const schoolOf = async (db: Db, userId: string) =>
  (
    await db
      .select({
        id: schools.id,
        name: schools.name,
        timezone: schools.timezone,
        joinedAt: userRoles.joinedSchoolAt,
        isAdministrator: userRoles.schoolAdministration,
        includesStudentNotes: userRoles.schoolGetsStudentNotes,
      })
      .from(userRoles)
      .innerJoin(schools, eq(schools.id, userRoles.schoolId))
      .where(eq(userRoles.userId, userId))
  )[0]

const teacher = {
  id: users.id,
  displayName: users.displayName,
  // Whoever joins a school has an address.
  email: sql<string>`${users.email}`,
  isAddressConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
  isAdministrator: userRoles.schoolAdministration,
}
const byName = [sql`lower(${users.displayName}) nulls last`, asc(users.email)]

const teachersWhere = (db: Db, where: ReturnType<typeof and>) =>
  db
    .select(teacher)
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(where)
    .orderBy(...byName)

/** Those who have joined a school, by name. */
export const teachersOf = (db: Db, schoolId: string) => teachersWhere(db, eq(userRoles.schoolId, schoolId))

/** How many have joined a school, and how many of them administer it. */
export const countTeachers = async (db: Db, schoolId: string): Promise<{ teachers: number; administrators: number }> => {
  const [row] = await db
    .select({
      teachers: sql<number>`count(*)::int`,
      administrators: sql<number>`(count(*) filter (where ${userRoles.schoolAdministration}))::int`,
    })
    .from(userRoles)
    .where(eq(userRoles.schoolId, schoolId))
  if (!row) throw new Error('A count returned no row')
  return row
}

/** Those who administer a school, by name. */
export const administratorsOf = (db: Db, schoolId: string) =>
  teachersWhere(db, and(eq(userRoles.schoolId, schoolId), userRoles.schoolAdministration))

const inSchool = (schoolId: string, userId: string) => and(eq(userRoles.schoolId, schoolId), eq(userRoles.userId, userId))

/** A teacher of a school. */
export const teacherOf = async (db: Db, schoolId: string, userId: string) => (await teachersWhere(db, inSchool(schoolId, userId)))[0]

/** Whether a person administers a school. */
export const isAdministratorOf = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .select({ userId: userRoles.userId })
      .from(userRoles)
      .where(and(inSchool(schoolId, userId), userRoles.schoolAdministration))
  ).length > 0

/** The person with this address, and what they are. */
export const personByEmail = async (db: Db, email: string) =>
  (
    await db
      .select({
        userId: users.id,
        schoolId: userRoles.schoolId,
        isAdmin: userRoles.isAdmin,
        isAdministrator: userRoles.schoolAdministration,
      })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .where(eq(users.email, email))
  )[0]

/** Takes a person into a school, if they are in none. Returns whether they were. */
export const joinSchool = async (
  db: Db,
  userId: string,
  { schoolId, at, isAdministrator }: { schoolId: string; at: Date; isAdministrator: boolean },
): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set({ schoolId, joinedSchoolAt: at, schoolAdministration: isAdministrator })
      .where(and(eq(userRoles.userId, userId), isNull(userRoles.schoolId)))
      .returning({ userId: userRoles.userId })
  ).length > 0

/** They are no administrator, or another one remains. Holds under the lock of the school. */
const leavesAnAdministrator = (db: Db) =>
  or(
    eq(userRoles.schoolAdministration, false),
    sql`exists (${db
      .select({ one: sql`1` })
      .from(administrators)
      .where(
        and(
          eq(administrators.schoolId, userRoles.schoolId),
          administrators.schoolAdministration,
          ne(administrators.userId, userRoles.userId),
        ),
      )})`,
  )

/** Takes a person out of a school, unless it would be left without an administrator. Returns whether it did. */
export const endMembership = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set(NO_SCHOOL)
      .where(and(inSchool(schoolId, userId), leavesAnAdministrator(db)))
      .returning({ userId: userRoles.userId })
  ).length > 0

/** Makes a teacher of a school an administrator, unless they look after the platform. Returns whether it did. */
export const giveAdministration = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set({ schoolAdministration: true })
      .where(and(inSchool(schoolId, userId), eq(userRoles.isAdmin, false)))
      .returning({ userId: userRoles.userId })
  ).length > 0

/** Ends that a teacher administers a school, unless it would be left without an administrator. Returns whether it did. */
export const takeAdministration = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set({ schoolAdministration: false })
      .where(and(inSchool(schoolId, userId), leavesAnAdministrator(db)))
      .returning({ userId: userRoles.userId })
  ).length > 0

/** Lets a person look after the platform, unless they administer a school. Returns whether it did. */
export const giveAdmin = async (db: Db, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set({ isAdmin: true })
      .where(and(eq(userRoles.userId, userId), eq(userRoles.schoolAdministration, false)))
      .returning({ userId: userRoles.userId })
  ).length > 0

export const takeAdmin = (db: Db, userId: string) => db.update(userRoles).set({ isAdmin: false }).where(eq(userRoles.userId, userId))

/** Says whether the administrators' plans may hold a teacher's student notes. Returns the school that they are in; undefined if they are in none, or have said so before. */
export const setStudentNotes = async (db: Db, userId: string, schoolGetsStudentNotes: boolean): Promise<string | undefined> =>
  (
    await db
      .update(userRoles)
      .set({ schoolGetsStudentNotes })
      .where(
        and(
          eq(userRoles.userId, userId),
          sql`${userRoles.schoolId} is not null`,
          ne(userRoles.schoolGetsStudentNotes, schoolGetsStudentNotes),
        ),
      )
      .returning({ schoolId: userRoles.schoolId })
  )[0]?.schoolId ?? undefined

/**
 * The calendar of a teacher, found only by an administrator of the school that the teacher is in now. Who looks after the
 * platform finds none.
 */
export const teachersCalendar = async (db: Db, administratorId: string, teacherId: string) => {
  const [row] = await db
    .select({
      userId: users.id,
      displayName: users.displayName,
      profileImage: users.profileImage,
      timezone: users.timezone,
      calendarId: calendars.id,
      schoolId: schools.id,
      schoolCalendarId: schoolCalendars.id,
      getsStudentNotes: userRoles.schoolGetsStudentNotes,
    })
    .from(administrators)
    .innerJoin(userRoles, eq(userRoles.schoolId, administrators.schoolId))
    .innerJoin(users, eq(users.id, userRoles.userId))
    .innerJoin(calendars, eq(calendars.userId, users.id))
    .innerJoin(schools, eq(schools.id, userRoles.schoolId))
    .innerJoin(schoolCalendars, eq(schoolCalendars.schoolId, schools.id))
    .where(
      and(
        eq(administrators.userId, administratorId),
        administrators.schoolAdministration,
        eq(administrators.isAdmin, false),
        eq(users.id, teacherId),
      ),
    )
  return row
}
