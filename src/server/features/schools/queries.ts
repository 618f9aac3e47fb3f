import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { shownClassesOf } from '#server/features/calendar/records/queries.ts'
import { calendars, schools, userRoles, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'

const administrators = alias(userRoles, 'administrators')
const schoolCalendars = alias(calendars, 'school_calendars')

/** Values for a user without a school. */
const NO_SCHOOL = { schoolId: null, joinedSchoolAt: null, schoolAdministration: false, schoolGetsStudentNotes: false }

/**
 * Locks a school until the transaction ends, which serializes changes to its members and administrators. Returns false if the school
 * doesn't exist.
 */
export const lockSchool = async (db: Db, id: string): Promise<boolean> =>
  (await db.select({ id: schools.id }).from(schools).where(eq(schools.id, id)).for('no key update')).length > 0

/** Advisory lock key. Any constant works. */
const NAMES_LOCK = 7_301_959

/**
 * Waits for other transactions that create or rename schools, and blocks new ones until this transaction ends. Keeps school names unique.
 */
export const lockSchoolNames = (db: Db) => db.execute(sql`select pg_advisory_xact_lock(${NAMES_LOCK})`)

/** Creates a school and its calendar. Returns the school's id. */
export const insertSchool = async (db: Db, school: typeof schools.$inferInsert): Promise<string> => {
  const row = await theOnly(db.insert(schools).values(school).returning({ id: schools.id }))
  await db.insert(calendars).values({ schoolId: row.id })
  return row.id
}

/** Returns the schools with this name or id. */
export const schoolsCalled = (db: Db, nameOrId: string) =>
  db
    .select({ id: schools.id, name: schools.name, timezone: schools.timezone })
    .from(schools)
    .where(or(eq(schools.name, nameOrId), sql`${schools.id}::text = ${nameOrId}`))

/** Returns the school that a user has joined. */
export const schoolOf = (db: Db, userId: string) =>
  first(
    db
      .select({
        id: schools.id,
        name: schools.name,
        timezone: schools.timezone,
        joinedAt: userRoles.joinedSchoolAt,
        isAdministrator: userRoles.schoolAdministration,
        includesStudentNotes: userRoles.schoolGetsStudentNotes,
        officeEmail: schools.officeEmail,
        officePhone: schools.officePhone,
        isOfficeConfirmed: sql<boolean>`${schools.officeConfirmedAt} is not null`,
      })
      .from(userRoles)
      .innerJoin(schools, eq(schools.id, userRoles.schoolId))
      .where(eq(userRoles.userId, userId)),
  )

const teacher = {
  id: users.id,
  displayName: users.displayName,
  // Guests can't join a school, so the email is never null.
  email: sql<string>`${users.email}`,
  isAddressConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
  isAdministrator: userRoles.schoolAdministration,
  hasEmergencyPlan: sql<boolean>`exists (select from templates where owner_id = ${users.id} and checked_at is not null and deleted_at is null)`,
  joinedSchoolAt: userRoles.joinedSchoolAt,
}
const byName = [sql`lower(${users.displayName}) nulls last`, asc(users.email)]

const teachersWhere = async (db: Db, where: ReturnType<typeof and>) => {
  const rows = await db
    .select(teacher)
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(where)
    .orderBy(...byName)
  return rows.map(({ joinedSchoolAt, ...row }) => ({ ...row, joinedAt: joinedSchoolAt?.toISOString() ?? '' }))
}

/** Returns a school's teachers, sorted by name. */
export const teachersOf = (db: Db, schoolId: string) => teachersWhere(db, eq(userRoles.schoolId, schoolId))

/** Counts a school's teachers and its administrators. */
export const countTeachers = async (db: Db, schoolId: string): Promise<{ teachers: number; administrators: number }> => {
  const row = await theOnly(
    db
      .select({
        teachers: sql<number>`count(*)::int`,
        administrators: sql<number>`(count(*) filter (where ${userRoles.schoolAdministration}))::int`,
      })
      .from(userRoles)
      .where(eq(userRoles.schoolId, schoolId)),
  )
  return row
}

/** Returns a school's administrators, sorted by name. */
export const administratorsOf = (db: Db, schoolId: string) =>
  teachersWhere(db, and(eq(userRoles.schoolId, schoolId), userRoles.schoolAdministration))

const inSchool = (schoolId: string, userId: string) => and(eq(userRoles.schoolId, schoolId), eq(userRoles.userId, userId))

/** Returns the teacher with this id if they belong to the school. */
export const teacherOf = (db: Db, schoolId: string, userId: string) => first(teachersWhere(db, inSchool(schoolId, userId)))

/** Returns true if a user administers the school. */
export const isAdministratorOf = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .select({ userId: userRoles.userId })
      .from(userRoles)
      .where(and(inSchool(schoolId, userId), userRoles.schoolAdministration))
  ).length > 0

/** Returns the user with this email, with their school and roles. */
export const personByEmail = (db: Db, email: string) =>
  first(
    db
      .select({
        userId: users.id,
        schoolId: userRoles.schoolId,
        isAdmin: userRoles.isAdmin,
        isAdministrator: userRoles.schoolAdministration,
      })
      .from(users)
      .innerJoin(userRoles, eq(userRoles.userId, users.id))
      .where(eq(users.email, email)),
  )

/** Adds a user to a school unless they already belong to one. Returns true if the user was added. */
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

/** True if the user isn't an administrator or the school has another one. Only reliable while the school is locked. */
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

/** Removes a user from a school unless that would leave it without an administrator. Returns true if the user was removed. */
export const endMembership = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set(NO_SCHOOL)
      .where(and(inSchool(schoolId, userId), leavesAnAdministrator(db)))
      .returning({ userId: userRoles.userId })
  ).length > 0

/** Makes a teacher a school administrator unless they are a platform admin. Returns true if the role was added. */
export const giveAdministration = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set({ schoolAdministration: true })
      .where(and(inSchool(schoolId, userId), eq(userRoles.isAdmin, false)))
      .returning({ userId: userRoles.userId })
  ).length > 0

/**
 * Removes a teacher's administrator role unless that would leave the school without an administrator. Returns true if the role was removed.
 */
export const takeAdministration = async (db: Db, schoolId: string, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set({ schoolAdministration: false })
      .where(and(inSchool(schoolId, userId), leavesAnAdministrator(db)))
      .returning({ userId: userRoles.userId })
  ).length > 0

/** Makes a user a platform admin unless they administer a school. Returns true if the role was added. */
export const giveAdmin = async (db: Db, userId: string): Promise<boolean> =>
  (
    await db
      .update(userRoles)
      .set({ isAdmin: true })
      .where(and(eq(userRoles.userId, userId), eq(userRoles.schoolAdministration, false)))
      .returning({ userId: userRoles.userId })
  ).length > 0

export const takeAdmin = (db: Db, userId: string) => db.update(userRoles).set({ isAdmin: false }).where(eq(userRoles.userId, userId))

/**
 * Sets whether sub plans created by school administrators can include a teacher's student notes. Returns the teacher's school, or undefined
 * if they don't belong to one or the setting didn't change.
 */
export const setStudentNotes = async (db: Db, userId: string, schoolGetsStudentNotes: boolean): Promise<string | undefined> =>
  (
    await first(
      db
        .update(userRoles)
        .set({ schoolGetsStudentNotes })
        .where(
          and(
            eq(userRoles.userId, userId),
            sql`${userRoles.schoolId} is not null`,
            ne(userRoles.schoolGetsStudentNotes, schoolGetsStudentNotes),
          ),
        )
        .returning({ schoolId: userRoles.schoolId }),
    )
  )?.schoolId ?? undefined

/**
 * Returns a teacher's calendar if the caller administers the teacher's current school, otherwise undefined. Always undefined if the caller
 * is a platform admin.
 */
export const teachersCalendar = async (db: Db, administratorId: string, teacherId: string) => {
  const [row] = await db
    .select({
      userId: users.id,
      displayName: users.displayName,
      profileImage: users.profileImage,
      timezone: users.timezone,
      classes: shownClassesOf(users.id),
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

/** Returns the school's name if the user administers it. */
export const schoolAdministeredBy = async (db: Db, userId: string, schoolId: string) =>
  (
    await first(
      db
        .select({ name: schools.name })
        .from(userRoles)
        .innerJoin(schools, eq(schools.id, userRoles.schoolId))
        .where(and(eq(userRoles.userId, userId), eq(schools.id, schoolId), userRoles.schoolAdministration)),
    )
  )?.name

/** Locks the school that a user administers until the end of the transaction. Returns false if they don't administer one. */
export const lockAdministeredSchool = async (db: Db, userId: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select 1 from ${schools} where ${schools.id} = (
      select ${userRoles.schoolId} from ${userRoles} where ${userRoles.userId} = ${userId} and ${userRoles.schoolAdministration})
    for no key update`)
  return rows.length > 0
}

/** Returns true if a user is the only administrator of a school with other teachers. Reliable only while the school is locked. */
export const leavesTeachersAlone = async (db: Db, userId: string): Promise<boolean> => {
  const { rows } = await db.execute<{ alone: boolean }>(sql`
    select count(*) > 0 and not coalesce(bool_or(others.school_administration), false) as alone
    from ${userRoles} as own join ${userRoles} as others on others.school_id = own.school_id and others.user_id <> own.user_id
    where own.user_id = ${userId} and own.school_administration`)
  return rows[0]?.alone === true
}
