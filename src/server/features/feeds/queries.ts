import { and, between, desc, eq, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isOnPage, onDates } from '#server/features/calendar/queries.ts'
import { calendarRecords } from '#server/features/calendar/records/tables.ts'
import { shownDays } from '#server/features/calendar/shown/queries.ts'
import { type CalendarRef, calendarDays } from '#server/features/calendar/tables.ts'
import { calendarCounters, calendars, schools, userRoles, users } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first, theOnly } from '#server/lib/db/one-row.ts'
import { prepared } from '#server/lib/db/prepared.ts'
import type { FeedParts } from '#shared/feeds/contract.ts'
import { feeds } from './tables.ts'

/** The first and last day that a feed covers. */
export type FeedRange = { from: string; to: string }

export type FeedRow = typeof feeds.$inferSelect

const schoolCalendars = alias(calendars, 'school_calendars')
const schoolCounters = alias(calendarCounters, 'school_counters')
const classes = alias(calendarRecords, 'classes')

/** A feed is open as long as its owner has its class, or belongs to its school. */
const isOpen = and(
  or(isNull(feeds.classId), sql`${classes.id} is not null`),
  or(isNull(feeds.schoolId), eq(feeds.schoolId, userRoles.schoolId)),
)

/** The first and last days of all school years of a kind of record, in a calendar. */
const yearsIn = (calendarId: unknown, kind: 'timetable' | 'schoolYear') => sql<{ firstDay: string; lastDay: string }[]>`(
  select coalesce(json_agg(json_build_object('firstDay', content->>'firstDay', 'lastDay', content->>'lastDay') order by content->>'firstDay', id), '[]')
  from ${calendarRecords} where calendar_id = ${calendarId} and kind = ${sql.raw(`'${kind}'`)})`

const openFeeds = (db: Db) =>
  db
    .select({
      feed: feeds,
      timezone: users.timezone,
      name: users.displayName,
      className: sql<string | null>`${classes.content}->>'name'`,
      calendar: { id: calendars.id, version: calendarCounters.version },
      school: {
        id: userRoles.schoolId,
        name: schools.name,
        timezone: schools.timezone,
        calendarId: schoolCalendars.id,
        version: schoolCounters.version,
      },
      years: yearsIn(calendars.id, 'timetable'),
      schoolYears: yearsIn(schoolCalendars.id, 'schoolYear'),
    })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .innerJoin(userRoles, eq(userRoles.userId, feeds.userId))
    .innerJoin(calendars, eq(calendars.userId, feeds.userId))
    .innerJoin(calendarCounters, eq(calendarCounters.calendarId, calendars.id))
    .leftJoin(schools, eq(schools.id, userRoles.schoolId))
    .leftJoin(schoolCalendars, eq(schoolCalendars.schoolId, userRoles.schoolId))
    .leftJoin(schoolCounters, eq(schoolCounters.calendarId, schoolCalendars.id))
    .leftJoin(classes, and(eq(classes.calendarId, calendars.id), eq(classes.id, feeds.classId), eq(classes.kind, 'class')))

const byToken = prepared((db) =>
  openFeeds(db)
    .where(and(eq(feeds.tokenHash, sql.placeholder('tokenHash')), isOpen))
    .prepare('open_feed_by_token'),
)

/** Returns the open feed with this token, with everything that its content depends on besides the days. */
export const openFeedBy = (db: Db, tokenHash: string) => first(byToken(db).execute({ tokenHash }))
export type OpenFeed = NonNullable<Awaited<ReturnType<typeof openFeedBy>>>

/** Returns a person's open feeds, newest first. Only the one with this `id` if given. */
export const feedsOf = async (db: Db, { userId, id }: { userId: string; id?: string }): Promise<FeedRow[]> =>
  (
    await openFeeds(db)
      .where(and(eq(feeds.userId, userId), id === undefined ? undefined : eq(feeds.id, id), isOpen))
      .orderBy(desc(feeds.createdAt), desc(feeds.id))
  ).map(({ feed }) => feed)

/** Deletes a person's feeds except the open ones. */
export const deleteClosedFeeds = (db: Db, userId: string, open: readonly FeedRow[]) =>
  db.delete(feeds).where(
    and(
      eq(feeds.userId, userId),
      notInArray(
        feeds.id,
        open.map(({ id }) => id),
      ),
    ),
  )

/** Inserts a feed, or changes the parts of the one that its owner has of the same subject. Returns the stored one. */
export const upsertFeed = (db: Db, feed: typeof feeds.$inferInsert): Promise<FeedRow> =>
  theOnly(
    db
      .insert(feeds)
      .values(feed)
      .onConflictDoUpdate({ target: [feeds.userId, feeds.classId, feeds.schoolId], set: { include: sql`excluded.include` } })
      .returning(),
  )

const isTheirs = ({ id, userId }: { id: string; userId: string }) => and(eq(feeds.id, id), eq(feeds.userId, userId))

/** Changes the given parts of a person's feed, in one statement. */
export const updateParts = (db: Db, feed: { id: string; userId: string }, include: { [Part in keyof FeedParts]?: boolean | undefined }) =>
  db
    .update(feeds)
    // JSON leaves out parts that aren't given.
    .set({ include: sql`(${feeds.include}::jsonb || ${JSON.stringify(include)}::jsonb)::json` })
    .where(isTheirs(feed))

/** Replaces the token of a person's feed. Returns false if they have none with this id. */
export const updateToken = async (
  db: Db,
  feed: { id: string; userId: string },
  token: Pick<FeedRow, 'tokenHash' | 'sealedToken'>,
): Promise<boolean> =>
  (
    await db
      .update(feeds)
      .set({ ...token, lastReadAt: null, lastReadBy: null })
      .where(isTheirs(feed))
      .returning({ id: feeds.id })
  ).length > 0

/** Deletes a person's feed. Returns false if they have none with this id. */
export const deleteFeed = async (db: Db, feed: { id: string; userId: string }): Promise<boolean> =>
  (await db.delete(feeds).where(isTheirs(feed)).returning({ id: feeds.id })).length > 0

/** Notes a read of a feed, unless one has been noted since `since`. */
export const noteRead = (db: Db, id: string, { at, by, since }: { at: Date; by: FeedRow['lastReadBy']; since: Date }) =>
  db
    .update(feeds)
    .set({ lastReadAt: at, lastReadBy: by })
    .where(and(eq(feeds.id, id), or(isNull(feeds.lastReadAt), lt(feeds.lastReadAt, since))))

/** Returns when a calendar's days in a range, or their school entries, were last changed. */
export const lastChangeIn = async (db: Db, { id, under }: CalendarRef, { from, to }: FeedRange): Promise<Date | null> =>
  (
    await theOnly(
      db
        .select({ at: sql<Date | null>`max(${calendarDays.changedAt})`.mapWith(calendarDays.changedAt) })
        .from(calendarDays)
        .where(
          and(
            or(eq(calendarDays.calendarId, id), under ? eq(calendarDays.calendarId, under.id) : undefined),
            between(calendarDays.date, from, to),
          ),
        ),
    )
  ).at

/** A lesson of a feed: its id, title, start, end, and text if the feed holds texts. */
type FeedLesson = readonly [id: string, title: string, startTime: string, endTime: string, html?: string]

type Wish = { text: boolean; classId: string | null }

/** Selects the lessons of a day that is open and that aren't left out. Texts that nobody reads don't leave the database. */
const lessonsIn = (days: ReturnType<typeof shownDays>, { text, classId }: Wish): SQL<FeedLesson[]> => {
  const html = text ? sql`, description` : sql``
  const ofClass = classId === null ? sql`` : sql`and "classId" = ${classId}`
  return sql<FeedLesson[]>`case when ${days.isBlocked} then '[]' else (
    select coalesce(json_agg(json_build_array(id, title, "startTime", "endTime"${html})), '[]')
    from json_to_recordset(${days.blocks}) as each(id text, title text, "startTime" text, "endTime" text, "classId" text, usual json, description text)
    where coalesce(usual->>'isLeftOut', 'false') = 'false' ${ofClass}) end`
}

/** The state of a day and its school entry. A day with another state may have other events. */
const stateOf = ({ version, schoolVersion }: { version: number; schoolVersion: number | null }): string => `${version} ${schoolVersion}`

/** Returns the dates of a feed's days in order, each with its state. Reads no lessons. */
export const statesOfFeed = async (db: Db, calendar: CalendarRef, { from, to }: FeedRange): Promise<Map<string, string>> => {
  const days = shownDays(db, calendar, between(calendarDays.date, from, to))
  const { date, version, schoolVersion } = days
  const rows = await db.select({ date, version, schoolVersion }).from(days).orderBy(date)
  return new Map(rows.map((row) => [row.date, stateOf(row)]))
}

const pageOfFeed = (db: Db, calendar: CalendarRef, dates: readonly string[], wish: Wish) => {
  const days = shownDays(db, calendar, onDates(dates))
  const { date, isBlocked, blockedText, noteText, schoolNote, changedAt, version, schoolVersion } = days
  const { schoolBlocked, schoolChangedAt } = days
  const hasLessons = calendar.schoolId === null
  return db
    .select({
      ...{ date, isBlocked, blockedText, noteText, changedAt, version, schoolVersion },
      ...(calendar.under && { schoolNote, schoolBlocked, schoolChangedAt }),
      lessons: hasLessons ? lessonsIn(days, wish) : sql<FeedLesson[]>`'[]'::json`,
    })
    .from(days)
    .where(isOnPage)
    .orderBy(date)
}
export type FeedDay = Awaited<ReturnType<typeof pageOfFeed>>[number]

/** Yields the days of a feed on these dates, which are in order, one page at a time. Each page reflects the state at the time it is read. */
export async function* pagesOfFeed(db: Db, calendar: CalendarRef, dates: readonly string[], wish: Wish) {
  let left = dates
  while (left.length > 0) {
    const rows = await pageOfFeed(db, calendar, left, wish)
    const last = rows.at(-1)
    yield rows.map((day) => ({ ...day, state: stateOf(day) }))
    if (!last) return
    left = left.filter((date) => date > last.date)
  }
}
