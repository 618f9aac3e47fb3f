import { and, asc, between, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { shortDaysBetween } from '#server/features/calendar/records/queries.ts'
import { shownDays } from '#server/features/calendar/shown/queries.ts'
import { type CalendarId, type CalendarRef, calendarDays } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'

/** Enough of a text's HTML to contain its first words. */
const START_CHARACTERS = 400

/** The first words of a lesson's text, up to 60 characters. Lesson HTML escapes only these characters. */
const firstWords = sql`left(trim(regexp_replace(replace(replace(replace(replace(
  regexp_replace(left(description, ${sql.raw(String(START_CHARACTERS))}), '<[^>]*(>|$)', ' ', 'g'),
  '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\\s+', ' ', 'g')), 60)`

/** The fields of a lesson. Reading them one by one would parse its text again for each. */
const FIELDS = sql.raw(
  `id text, title text, "startTime" text, "endTime" text, "order" int, "classId" text, description text, "hasAlert" boolean, "isLocked" boolean, usual json`,
)
const NAMES = sql.raw(`id, title, "startTime", "endTime", "order", "classId", description, "hasAlert", "isLocked", usual, place`)

/** With `ids`, only the lessons with these ids are read, so that the words of the others aren't needed. */
type Words = { hasWords?: boolean; ids?: readonly string[] | undefined }

const outline = (db: Db, calendar: CalendarRef, dates: SQL | undefined, { hasWords = true, ids }: Words): Promise<OutlinedDay[]> => {
  const days = shownDays(db, calendar, dates)
  const words = hasWords ? firstWords : sql`''`
  const wanted = ids && sql`where id = any(${sql.param([...ids])}::text[])`
  const blocks = sql<OutlinedLesson[]>`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'startTime', "startTime", 'endTime', "endTime", 'order', "order", 'classId', "classId",
      'hasText', description <> '' or "hasAlert",
      'isAlertOnly', description = '' and "hasAlert", 'words', ${words}, 'isLocked', coalesce("isLocked", false), 'usual', usual)
      order by place), '[]')
    from rows from (json_to_recordset(${days.blocks}) as (${FIELDS})) with ordinality as each(${NAMES}) ${wanted})`
  return db.select({ date: days.date, isBlocked: days.isBlocked, blockedText: days.blockedText, blocks }).from(days).orderBy(asc(days.date))
}

/**
 * Returns the days of a range (both dates included) that aren't empty or that are short, with their lessons, but without text. In order. The
 * first words of each text are left out if nobody sees them.
 */
export const outlineBetween = async (
  db: Db,
  calendar: CalendarRef,
  from: string,
  to: string,
  words: Words = {},
): Promise<OutlinedDay[]> => {
  const days = await outline(db, calendar, between(calendarDays.date, from, to), words)
  const records = await shortDaysBetween(db, calendar, from, to)
  if (records.length === 0) return days
  const byDate = new Map(days.map((day) => [day.date, day]))
  for (const { content } of records) {
    const { date, ...short } = content
    byDate.set(date, { ...(byDate.get(date) ?? { date, isBlocked: false, blockedText: null, blocks: [] }), short })
  }
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** Like {@link outlineBetween}, for single dates that aren't empty, and without words and the times of short days. */
export const outlineOn = (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<OutlinedDay[]> =>
  outline(db, calendar, inArray(calendarDays.date, [...dates]), { hasWords: false })

/** Returns the dates of a range (both included) on which this calendar itself is blocked, without a school's overlay. */
export const daysOffBetween = async (db: Db, calendar: { id: CalendarId }, from: string, to: string): Promise<Set<string>> =>
  new Set((await versionsOffBetween(db, calendar, from, to)).keys())

/** Like {@link daysOffBetween}, with the version of each day. A day that opens and closes again has a new one. */
export const versionsOffBetween = async (db: Db, { id }: { id: CalendarId }, from: string, to: string): Promise<Map<string, number>> => {
  const inRange = between(calendarDays.date, from, to)
  const rows = await db
    .select({ date: calendarDays.date, version: calendarDays.version })
    .from(calendarDays)
    .where(and(eq(calendarDays.calendarId, id), inRange, calendarDays.isBlocked))
  return new Map(rows.map(({ date, version }) => [date, version]))
}
