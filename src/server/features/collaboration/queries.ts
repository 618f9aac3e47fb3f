import { and, desc, eq, exists, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { shownClassesOf } from '#server/features/calendar/records/queries.ts'
import { calendars, userRoles, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { invites } from './tables.ts'

export type Status = typeof invites.$inferSelect.status
/** A user's role in an invite. Every WHERE clause includes it, so that users can't access other users' invites. */
export type Side = 'inviter' | 'invitee'
export type OwnInvite = { id: string; userId: string; side: Side }

const COLUMNS = { inviter: invites.inviterId, invitee: invites.inviteeId } as const
const OTHER = { inviter: 'invitee', invitee: 'inviter' } as const

const isOf = (userId: string, side: Side) => eq(COLUMNS[side], userId)
const isOwn = ({ id, userId, side }: OwnInvite) => and(eq(invites.id, id), isOf(userId, side))

/** Returns the user with this email (lowercase). Locks the row against deletion until the transaction ends. Guests don't have an email. */
export const lockedPersonAt = (db: Db, email: string) =>
  first(db.select({ id: users.id }).from(users).where(eq(users.email, email)).for('key share'))

const BEGUN_ANEW: Status[] = ['declined', 'revoked', 'deleted']

/**
 * Creates an invite, or resets the pair's earlier invite under a new id. Returns the id, or undefined if an invite is pending or accepted.
 */
export const beginInvite = async (db: Db, { inviterId, inviteeId, now }: { inviterId: string; inviteeId: string; now: Date }) =>
  (
    await first(
      db
        .insert(invites)
        .values({ inviterId, inviteeId, status: 'waiting', invitedAt: now })
        .onConflictDoUpdate({
          target: [invites.inviterId, invites.inviteeId],
          set: { id: sql`gen_random_uuid()`, status: 'waiting', includesStudentNotes: false, invitedAt: now, answeredAt: null },
          setWhere: inArray(invites.status, BEGUN_ANEW),
        })
        .returning({ id: invites.id }),
    )
  )?.id

/** Returns the status of the invite from one user to another, or undefined if there isn't one. */
export const statusBetween = async (db: Db, inviterId: string, inviteeId: string): Promise<Status | undefined> =>
  (
    await first(
      db
        .select({ status: invites.status })
        .from(invites)
        .where(and(isOf(inviterId, 'inviter'), isOf(inviteeId, 'invitee'))),
    )
  )?.status

/** Returns the status of an invite that belongs to this user, or undefined if there isn't one. */
export const statusOf = async (db: Db, own: OwnInvite): Promise<Status | undefined> =>
  (await first(db.select({ status: invites.status }).from(invites).where(isOwn(own))))?.status

/** Updates a user's invite if its status is in `from`. Returns the other user's id, or undefined if nothing changed. */
export const changeInvite = async (
  db: Db,
  own: OwnInvite,
  from: readonly Status[],
  changes: Partial<Pick<typeof invites.$inferInsert, 'status' | 'answeredAt' | 'includesStudentNotes'>>,
): Promise<string | undefined> =>
  (
    await first(
      db
        .update(invites)
        .set(changes)
        .where(and(isOwn(own), inArray(invites.status, from)))
        .returning({ other: COLUMNS[OTHER[own.side]] }),
    )
  )?.other

/**
 * Returns whether an accepted invite includes the inviter's student notes. Returns undefined if the invite isn't accepted or doesn't belong
 * to the user.
 */
export const includesNotes = async (db: Db, own: OwnInvite): Promise<boolean | undefined> =>
  (
    await first(
      db
        .select({ includesStudentNotes: invites.includesStudentNotes })
        .from(invites)
        .where(and(isOwn(own), eq(invites.status, 'accepted')))
        .for('update'),
    )
  )?.includesStudentNotes

/** Returns the invites with these statuses that a user sent or received, depending on `side`. Latest first, each with the other user. */
export const invitesOf = async <S extends Status>(
  db: Db,
  { userId, side, id }: Pick<OwnInvite, 'userId' | 'side'> & { id?: string | undefined },
  statuses: readonly S[],
) => {
  // Until the invitee accepts, the inviter sees only the invitee's email.
  const displayName =
    side === 'invitee' ? users.displayName : sql<string | null>`case when ${invites.status} = 'accepted' then ${users.displayName} end`
  const rows = await db
    .select({
      invite: invites,
      isAddressConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      other: { id: users.id, displayName, email: sql<string>`${users.email}` },
    })
    .from(invites)
    .innerJoin(users, eq(users.id, COLUMNS[OTHER[side]]))
    .where(and(isOf(userId, side), inArray(invites.status, statuses), id === undefined ? undefined : eq(invites.id, id)))
    .orderBy(desc(invites.invitedAt), invites.id)
  return rows.map(({ other, isAddressConfirmed, invite: { id, status, invitedAt, answeredAt, includesStudentNotes } }) => ({
    id,
    status: status as S,
    invitedAt: invitedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    includesStudentNotes,
    isAddressConfirmed,
    other,
  }))
}

const isAccepted = eq(invites.status, 'accepted')
const isShown = (ownerId: string, viewerId: string) => and(isOf(ownerId, 'inviter'), isOf(viewerId, 'invitee'), isAccepted)

/** Returns the user with this email if it is the caller, or if an accepted invite connects the two users in either direction. */
export const colleagueAt = async (db: Db, email: string, userId: string) => {
  const joined = db
    .select({ id: invites.id })
    .from(invites)
    .where(
      and(
        isAccepted,
        or(and(isOf(userId, 'inviter'), eq(invites.inviteeId, users.id)), and(isOf(userId, 'invitee'), eq(invites.inviterId, users.id))),
      ),
    )
  return await first(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), or(eq(users.id, userId), exists(joined)))),
  )
}

const schoolCalendars = alias(calendars, 'school_calendars')

/** Returns a calendar that is shared with this viewer, in the form that `sharedCalendar` expects, or undefined if it isn't shared. */
export const calendarShownTo = async (db: Db, viewerId: string, ownerId: string) => {
  const [row] = await db
    .select({
      calendarId: calendars.id,
      userId: invites.inviterId,
      includesStudentNotes: invites.includesStudentNotes,
      schoolId: userRoles.schoolId,
      schoolCalendarId: schoolCalendars.id,
    })
    .from(invites)
    .innerJoin(calendars, eq(calendars.userId, invites.inviterId))
    .innerJoin(userRoles, eq(userRoles.userId, invites.inviterId))
    .leftJoin(schoolCalendars, eq(schoolCalendars.schoolId, userRoles.schoolId))
    .where(isShown(ownerId, viewerId))
  if (!row) return undefined
  const { schoolId, schoolCalendarId, ...found } = row
  return { ...found, school: schoolId && schoolCalendarId ? { id: schoolId, calendarId: schoolCalendarId } : null }
}

/** Returns a teacher who shares their calendar with this viewer. */
export const teacherShownTo = (db: Db, viewerId: string, ownerId: string) =>
  first(
    db
      .select({
        id: users.id,
        displayName: users.displayName,
        profileImage: users.profileImage,
        timezone: users.timezone,
        classes: shownClassesOf(users.id),
        sharesStudentNotes: invites.includesStudentNotes,
      })
      .from(invites)
      .innerJoin(users, eq(users.id, invites.inviterId))
      .where(isShown(ownerId, viewerId)),
  )

/** Stops sharing with all users. Accepted invites are revoked, and pending invites are deleted. */
export const showToNobody = async (db: Db, inviterId: string, now: Date): Promise<void> => {
  await db
    .update(invites)
    .set({
      status: sql`case when ${invites.status} = 'accepted' then 'revoked' else 'deleted' end`,
      includesStudentNotes: false,
      answeredAt: now,
    })
    .where(and(eq(invites.inviterId, inviterId), inArray(invites.status, ['accepted', 'waiting'])))
}

/** Returns the user who sent this invitation, if it is still pending. */
export const inviterOf = (db: Db, inviteeId: string, id: string) =>
  first(
    db
      .select({ name: users.displayName, email: users.email })
      .from(invites)
      .innerJoin(users, eq(users.id, invites.inviterId))
      .where(and(eq(invites.id, id), eq(invites.inviteeId, inviteeId), eq(invites.status, 'waiting'))),
  )
