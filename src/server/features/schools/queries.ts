import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { calendars, schools, userRoles, users } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { schoolInvitations } from './tables.ts'

const administrators = alias(userRoles, 'administrators')
const schoolCalendars = alias(calendars, 'school_calendars')

/** What nobody has who belongs to no school. */
const NO_SCHOOL = { schoolId: null, joinedSchoolAt: null, schoolAdministration: false, schoolGetsStudentNotes: false }

/** Locks a school until the end of the transaction: who joins, leaves and administers it is changed one after another. */
export const lockSchool = async (db: Db, id: string) =>
  (await db.select({ id: schools.id, name: schools.name }).from(schools).where(eq(schools.id, id)).for('no key update'))[0]

/** A school with a calendar of its own. */
export const insertSchool = async (db: Db, school: typeof schools.$inferInsert): Promise<string> => {
  const [row] = await db.insert(schools).values(school).returning({ id: schools.id })
  if (!row) throw new Error('An insert returned no row')
  await db.insert(calendars).values({ schoolId: row.id })
  return row.id
}

/** The calendar of a school. */
export const calendarIdOf = async (db: Db, schoolId: string): Promise<string> => {
  const [row] = await db.select({ id: calendars.id }).from(calendars).where(eq(calendars.schoolId, schoolId))
  if (!row) throw new Error('This school has no calendar')
  return row.id
}

/** The schools of this name, or with this id. */
export const schoolsCalled = (db: Db, nameOrId: string) =>
  db
    .select({ id: schools.id, name: schools.name })
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

/** Says whether the administrators' plans may hold a teacher's student notes. Returns the school that they are in, if any. */
export const setStudentNotes = async (db: Db, userId: string, schoolGetsStudentNotes: boolean): Promise<string | undefined> =>
  (
    await db
      .update(userRoles)
      .set({ schoolGetsStudentNotes })
      .where(and(eq(userRoles.userId, userId), sql`${userRoles.schoolId} is not null`))
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

const toPerson = (userId: string) => sql`${schoolInvitations.email} = (select ${users.email} from ${users} where ${users.id} = ${userId})`
const waitsFor = (userId: string, id: string) =>
  and(eq(schoolInvitations.id, id), eq(schoolInvitations.status, 'waiting'), toPerson(userId))

/** The invitations of schools that wait for a person, the latest first. */
export const invitationsTo = (db: Db, userId: string) =>
  db
    .select({
      id: schoolInvitations.id,
      schoolName: schools.name,
      invitedBy: sql<string | null>`coalesce(${users.displayName}, ${users.email})`,
      invitedAt: schoolInvitations.invitedAt,
    })
    .from(schoolInvitations)
    .innerJoin(schools, eq(schools.id, schoolInvitations.schoolId))
    .leftJoin(users, eq(users.id, schoolInvitations.invitedBy))
    .where(and(toPerson(userId), eq(schoolInvitations.status, 'waiting')))
    .orderBy(desc(schoolInvitations.invitedAt))

/** Whether an invitation is to a person, answered or not. */
export const isInvitationTo = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: schoolInvitations.id })
      .from(schoolInvitations)
      .where(and(eq(schoolInvitations.id, id), toPerson(userId)))
  ).length > 0

/** The school of an invitation that waits for a person. */
export const schoolThatInvites = async (db: Db, userId: string, id: string): Promise<string | undefined> =>
  (await db.select({ schoolId: schoolInvitations.schoolId }).from(schoolInvitations).where(waitsFor(userId, id)))[0]?.schoolId

/** Removes an invitation that waits for a person, who accepts it. Returns whether it was there. */
export const takeInvitation = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await db.delete(schoolInvitations).where(waitsFor(userId, id)).returning({ id: schoolInvitations.id })).length > 0

/** Declines an invitation that waits for a person. Returns its school. */
export const declineInvitation = async (db: Db, userId: string, id: string): Promise<string | undefined> =>
  (
    await db
      .update(schoolInvitations)
      .set({ status: 'declined' })
      .where(waitsFor(userId, id))
      .returning({ schoolId: schoolInvitations.schoolId })
  )[0]?.schoolId

const sent = {
  id: schoolInvitations.id,
  email: schoolInvitations.email,
  status: schoolInvitations.status,
  invitedAt: schoolInvitations.invitedAt,
}

/** The invitations that a school has sent, the latest first. */
export const invitationsOf = (db: Db, schoolId: string) =>
  db
    .select(sent)
    .from(schoolInvitations)
    .where(eq(schoolInvitations.schoolId, schoolId))
    .orderBy(desc(schoolInvitations.invitedAt), asc(schoolInvitations.email))

type NewInvitation = { schoolId: string; email: string; invitedBy: string; invitedAt: Date }

/** Invites an address; one that was declined begins anew, under another id. Undefined where one waits already. */
export const insertInvitation = async (db: Db, invitation: NewInvitation) =>
  (
    await db
      .insert(schoolInvitations)
      .values({ ...invitation, status: 'waiting' })
      .onConflictDoUpdate({
        target: [schoolInvitations.email, schoolInvitations.schoolId],
        set: { id: sql`excluded.id`, status: 'waiting', invitedBy: sql`excluded.invited_by`, invitedAt: sql`excluded.invited_at` },
        setWhere: eq(schoolInvitations.status, 'declined'),
      })
      .returning(sent)
  )[0]

/** Removes an invitation of a school. Returns the address that it was for. */
export const deleteInvitation = async (db: Db, schoolId: string, id: string): Promise<string | undefined> =>
  (
    await db
      .delete(schoolInvitations)
      .where(and(eq(schoolInvitations.schoolId, schoolId), eq(schoolInvitations.id, id)))
      .returning({ email: schoolInvitations.email })
  )[0]?.email
