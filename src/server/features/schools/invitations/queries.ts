import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { schools, users } from '#server/features/people/tables.ts'
import { schoolInvitations } from '#server/features/schools/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'

const toPerson = (userId: string) => sql`${schoolInvitations.email} = (select ${users.email} from ${users} where ${users.id} = ${userId})`
const waitsFor = (userId: string, id: string) =>
  and(eq(schoolInvitations.id, id), eq(schoolInvitations.status, 'waiting'), toPerson(userId))

/** Returns true if this email (lowercase) has a pending invitation from any school. */
export const isInvited = async (db: Db, email: string): Promise<boolean> =>
  (
    await db
      .select({ id: schoolInvitations.id })
      .from(schoolInvitations)
      .where(and(eq(schoolInvitations.email, email), eq(schoolInvitations.status, 'waiting')))
      .limit(1)
  ).length > 0

/** Returns a user's pending invitations, latest first. */
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

/** Returns true if an invitation was sent to this user, whether or not they have responded to it. */
export const isInvitationTo = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (
    await db
      .select({ id: schoolInvitations.id })
      .from(schoolInvitations)
      .where(and(eq(schoolInvitations.id, id), toPerson(userId)))
  ).length > 0

/** Returns the id of the school that sent a user's pending invitation. */
export const schoolThatInvites = async (db: Db, userId: string, id: string): Promise<string | undefined> =>
  (await first(db.select({ schoolId: schoolInvitations.schoolId }).from(schoolInvitations).where(waitsFor(userId, id))))?.schoolId

/** Deletes a user's pending invitation when they accept it. Returns false if there wasn't one. */
export const takeInvitation = async (db: Db, userId: string, id: string): Promise<boolean> =>
  (await db.delete(schoolInvitations).where(waitsFor(userId, id)).returning({ id: schoolInvitations.id })).length > 0

/** Deletes a school's invitation to an email address, if there is one. */
export const deleteInvitationTo = (db: Db, schoolId: string, email: string) =>
  db.delete(schoolInvitations).where(and(eq(schoolInvitations.schoolId, schoolId), eq(schoolInvitations.email, email)))

/** Declines a user's pending invitation. Returns the school's id. */
export const declineInvitation = async (db: Db, userId: string, id: string): Promise<string | undefined> =>
  (
    await first(
      db
        .update(schoolInvitations)
        .set({ status: 'declined' })
        .where(waitsFor(userId, id))
        .returning({ schoolId: schoolInvitations.schoolId }),
    )
  )?.schoolId

const sent = {
  id: schoolInvitations.id,
  email: schoolInvitations.email,
  status: schoolInvitations.status,
  invitedAt: schoolInvitations.invitedAt,
}

/** Returns the invitations that a school has sent, latest first. */
export const invitationsOf = (db: Db, schoolId: string) =>
  db
    .select(sent)
    .from(schoolInvitations)
    .where(eq(schoolInvitations.schoolId, schoolId))
    .orderBy(desc(schoolInvitations.invitedAt), asc(schoolInvitations.email))

/** Returns the invitations that a user has sent for their school, latest first. */
export const invitationsBy = (db: Db, userId: string) =>
  db.select(sent).from(schoolInvitations).where(eq(schoolInvitations.invitedBy, userId)).orderBy(desc(schoolInvitations.invitedAt))

type NewInvitation = { schoolId: string; email: string; invitedBy: string; invitedAt: Date }

/** Invites an email address. Resets a declined invitation under a new id. Returns undefined if an invitation is already pending. */
export const insertInvitation = (db: Db, invitation: NewInvitation) =>
  first(
    db
      .insert(schoolInvitations)
      .values({ ...invitation, status: 'waiting' })
      .onConflictDoUpdate({
        target: [schoolInvitations.email, schoolInvitations.schoolId],
        set: { id: sql`excluded.id`, status: 'waiting', invitedBy: sql`excluded.invited_by`, invitedAt: sql`excluded.invited_at` },
        setWhere: eq(schoolInvitations.status, 'declined'),
      })
      .returning(sent),
  )

type Renewal = { id: string; schoolId: string; invitedBy: string; invitedAt: Date }

/** Makes an invitation pending again, under a new id and date. Returns undefined if it doesn't exist. */
export const renewInvitation = (db: Db, { id, schoolId, ...sentBy }: Renewal) =>
  first(
    db
      .update(schoolInvitations)
      .set({ ...sentBy, id: sql`gen_random_uuid()`, status: 'waiting' })
      .where(and(eq(schoolInvitations.schoolId, schoolId), eq(schoolInvitations.id, id)))
      .returning(sent),
  )

/** Deletes one of a school's invitations. Returns its email address. */
export const deleteInvitation = async (db: Db, schoolId: string, id: string): Promise<string | undefined> =>
  (
    await first(
      db
        .delete(schoolInvitations)
        .where(and(eq(schoolInvitations.schoolId, schoolId), eq(schoolInvitations.id, id)))
        .returning({ email: schoolInvitations.email }),
    )
  )?.email

/** Returns a school invitation's data, if the invitation is still pending. */
export const pendingInvitation = (db: Db, id: string) =>
  first(
    db
      .select({ email: schoolInvitations.email, school: schools.name, inviter: users.displayName, inviterEmail: users.email })
      .from(schoolInvitations)
      .innerJoin(schools, eq(schools.id, schoolInvitations.schoolId))
      .leftJoin(users, eq(users.id, schoolInvitations.invitedBy))
      .where(and(eq(schoolInvitations.id, id), eq(schoolInvitations.status, 'waiting'))),
  )
