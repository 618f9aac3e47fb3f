import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { calendars, userRoles, users } from '#server/features/people/tables.ts'
import { templates } from '#server/features/templates/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { MAX } from '#shared/limits.ts'
import type { SubLinkOpening } from '#shared/sub-links/contract.ts'
import { subLinkOpenings, subLinks } from './tables.ts'

export type LinkRow = typeof subLinks.$inferSelect

/** Links that are listed at once, open ones first. A teacher has at most 20, and an administrator may have made one for each of 300. */
const LISTED = 400

const schoolCalendars = alias(calendars, 'school_calendars')
const teachers = alias(users, 'teachers')
const makers = alias(users, 'makers')

const isOpenAt = (now: Date) => and(isNull(subLinks.revokedAt), gt(subLinks.endsAt, now))

/** Returns a person's own calendar with the school over it. */
export const calendarOfPerson = async (db: Db, userId: string) => {
  const row = await first(
    db
      .select({ calendarId: calendars.id, schoolId: userRoles.schoolId, schoolCalendarId: schoolCalendars.id })
      .from(calendars)
      .innerJoin(userRoles, eq(userRoles.userId, calendars.userId))
      .leftJoin(schoolCalendars, eq(schoolCalendars.schoolId, userRoles.schoolId))
      .where(eq(calendars.userId, userId)),
  )
  if (!row) return undefined
  const { calendarId, schoolId, schoolCalendarId } = row
  return { calendarId, userId, school: schoolId && schoolCalendarId ? { id: schoolId, calendarId: schoolCalendarId } : null }
}

/** Returns the name and lessons of a teacher's emergency plan, also for 30 days after its deletion. */
export const emergencyPlanOf = (db: Db, { userId, id, isNew }: { userId: string; id: string; isNew: boolean }) =>
  first(
    db
      .select({ id: templates.id, name: templates.name, content: templates.content })
      .from(templates)
      .where(
        and(
          eq(templates.id, id),
          eq(templates.ownerId, userId),
          eq(templates.kind, 'daily'),
          isNew ? and(isNull(templates.deletedAt), sql`${templates.checkedAt} is not null`) : undefined,
        ),
      ),
  )

export const countOpen = async (db: Db, userId: string, now: Date): Promise<number> =>
  (
    await theOnly(
      db
        .select({ count: count() })
        .from(subLinks)
        .where(and(eq(subLinks.userId, userId), isOpenAt(now))),
    )
  ).count

export const insertLink = (db: Db, link: typeof subLinks.$inferInsert) => db.insert(subLinks).values(link)

/** Returns the link with this token, if it is open. A link that ended, was turned off, or never existed is equally undefined. */
export const openLink = (db: Db, tokenHash: string, now: Date): Promise<LinkRow | undefined> =>
  first(
    db
      .select()
      .from(subLinks)
      .where(and(eq(subLinks.tokenHash, tokenHash), isOpenAt(now))),
  )

/** Returns an open link, only of this maker if given. Undefined if it ended, was turned off, or was deleted. */
export const openLinkById = (db: Db, { id, madeBy }: { id: string; madeBy?: string }, now: Date): Promise<LinkRow | undefined> =>
  first(
    db
      .select()
      .from(subLinks)
      .where(and(eq(subLinks.id, id), madeBy === undefined ? undefined : eq(subLinks.madeBy, madeBy), isOpenAt(now))),
  )

/** Returns an open link of this maker, locked until the end of the transaction. */
export const lockLinkOf = (db: Db, { id, madeBy }: { id: string; madeBy: string }, now: Date): Promise<LinkRow | undefined> =>
  first(
    db
      .select()
      .from(subLinks)
      .where(and(eq(subLinks.id, id), eq(subLinks.madeBy, madeBy), isOpenAt(now)))
      .for('update'),
  )

export const updateLink = (db: Db, id: string, changes: Partial<typeof subLinks.$inferInsert>) =>
  db.update(subLinks).set(changes).where(eq(subLinks.id, id))

/** Turns off a link of this person's days, or one that they made. Returns false if there is none. */
export const revokeLink = async (db: Db, { id, userId }: { id: string; userId: string }, now: Date): Promise<boolean> =>
  (
    await db
      .update(subLinks)
      .set({ revokedAt: sql`coalesce(${subLinks.revokedAt}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(subLinks.id, id), or(eq(subLinks.userId, userId), eq(subLinks.madeBy, userId))))
      .returning({ id: subLinks.id })
  ).length > 0

/** Counts an opening of an open link, up to {@link MAX.openings}. Returns false if the link isn't open. */
export const insertOpening = (
  db: Db,
  tokenHash: string,
  opening: Omit<typeof subLinkOpenings.$inferInsert, 'id' | 'linkId'>,
): Promise<boolean> =>
  db.transaction(async (db) => {
    const link = await first(
      db
        .select({ id: subLinks.id })
        .from(subLinks)
        .where(and(eq(subLinks.tokenHash, tokenHash), isOpenAt(opening.at)))
        .for('update'),
    )
    if (!link) return false
    const counted = await theOnly(db.select({ count: count() }).from(subLinkOpenings).where(eq(subLinkOpenings.linkId, link.id)))
    if (counted.count < MAX.openings) await db.insert(subLinkOpenings).values({ linkId: link.id, ...opening })
    return true
  })

const nameOf = (who: typeof teachers | typeof makers) => sql<string>`coalesce(${who.displayName}, ${who.email}, '')`

const openings = sql<(Omit<SubLinkOpening, 'at'> & { at: string })[]>`(
  select coalesce(json_agg(json_build_object('at', at, 'device', device, 'isNewDevice', is_new_device) order by at desc, id desc), '[]')
  from (select * from sub_link_openings where link_id = ${subLinks.id} order by at desc, id desc limit ${sql.raw(String(MAX.shownOpenings))}) as latest)`
const openingCount = sql<number>`(select count(*) from sub_link_openings where link_id = ${subLinks.id})`.mapWith(Number)

/** Returns the links of a person's days and those that they made, open ones first, then the latest. Only the one with this `id` if given. */
export const linksOf = (db: Db, { userId, now, id }: { userId: string; now: Date; id?: string }) =>
  db
    .select({
      link: subLinks,
      teacherName: nameOf(teachers),
      makerName: nameOf(makers),
      planName: templates.name,
      openings,
      openingCount,
    })
    .from(subLinks)
    .innerJoin(teachers, eq(teachers.id, subLinks.userId))
    .innerJoin(makers, eq(makers.id, subLinks.madeBy))
    .leftJoin(templates, eq(templates.id, subLinks.emergencyPlanId))
    .where(and(or(eq(subLinks.userId, userId), eq(subLinks.madeBy, userId)), id === undefined ? undefined : eq(subLinks.id, id)))
    .orderBy(desc(sql`${isOpenAt(now)}`), desc(subLinks.createdAt), desc(subLinks.id))
    .limit(LISTED)

/** Deletes links, with their openings, that ended or were turned off before `instant`. */
export const deleteLinksBefore = (db: Db, instant: Date) =>
  db.delete(subLinks).where(or(lt(subLinks.endsAt, instant), lt(subLinks.revokedAt, instant)))
