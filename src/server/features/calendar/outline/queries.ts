import { and, asc, between, eq, sql } from 'drizzle-orm'
import { shownDays } from '#server/features/calendar/shown/queries.ts'
import { type CalendarId, type CalendarRef, calendarDays } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'

/** Enough of a text's HTML to contain its first words. */
const START_CHARACTERS = 400

/** The first words of a lesson's text, up to 60 characters. Lesson HTML escapes only these characters. */
const firstWords = sql`left(trim(regexp_replace(replace(replace(replace(replace(
  regexp_replace(left(block->>'description', ${sql.raw(String(START_CHARACTERS))}), '<[^>]*(>|$)', ' ', 'g'),
  '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&'), '\\s+', ' ', 'g')), 60)`

/** Returns the days of a range (both dates included) that aren't empty, with their lessons, but without text. In order. */
export const outlineBetween = (db: Db, calendar: CalendarRef, from: string, to: string): Promise<OutlinedDay[]> => {
  const days = shownDays(db, calendar, between(calendarDays.date, from, to))
  const blocks = sql<OutlinedLesson[]>`(
    select coalesce(json_agg(json_build_object(
      'id', block->>'id', 'title', block->>'title', 'startTime', block->>'startTime', 'endTime', block->>'endTime',
      'order', (block->>'order')::int, 'classId', block->>'classId', 'hasText', block->>'description' <> '' or (block->>'hasAlert')::boolean,
      'words', ${firstWords}, 'isLocked', coalesce((block->>'isLocked')::boolean, false), 'usual', block->'usual') order by place), '[]')
    from json_array_elements(${days.blocks}) with ordinality as each(block, place))`
  return db.select({ date: days.date, isBlocked: days.isBlocked, blockedText: days.blockedText, blocks }).from(days).orderBy(asc(days.date))
}

/** Returns the dates of a range (both included) on which this calendar itself is blocked, without a school's overlay. */
export const daysOffBetween = async (db: Db, { id }: { id: CalendarId }, from: string, to: string): Promise<Set<string>> => {
  const inRange = between(calendarDays.date, from, to)
  const rows = await db
    .select({ date: calendarDays.date })
    .from(calendarDays)
    .where(and(eq(calendarDays.calendarId, id), inRange, calendarDays.isBlocked))
  return new Set(rows.map(({ date }) => date))
}
