import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { calendarDayImages } from '#server/features/calendar/history/tables.ts'
import { calendarRecordImages } from '#server/features/calendar/records/tables.ts'
import { type CalendarRef, calendarOperations } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

const { id, version, calendarId, kind, undoes, about, createdAt: at } = calendarOperations

/** Returns the last `most` operations that changed something and aren't undos, newest first, each with its dates. */
export const lastOperationsOf = (db: Db, calendar: CalendarRef, most: number) => {
  const ofDays = sql`from ${calendarDayImages} where ${calendarDayImages.operationId} = ${id}`
  const ofRecords = sql`from ${calendarRecordImages} where ${calendarRecordImages.operationId} = ${id}`
  const dates = sql<string[]>`coalesce((select json_agg(${calendarDayImages.date} order by ${calendarDayImages.date}) ${ofDays}), '[]')`
  return db
    .select({ id, version, kind, at, about, dates })
    .from(calendarOperations)
    .where(and(eq(calendarId, calendar.id), ne(kind, 'undo'), sql`(exists (select 1 ${ofDays}) or exists (select 1 ${ofRecords}))`))
    .orderBy(desc(at), desc(version))
    .limit(most)
}

/** The most undos that are read. A teacher who undoes and redoes more often sees older changes as they were. */
const MOST_UNDOS = 2000

/** Returns the undos that are newer than a version, in order. */
export const undosSince = async (db: Db, calendar: CalendarRef, since: number) =>
  (
    await db
      .select({ id, undoes })
      .from(calendarOperations)
      .where(and(eq(calendarId, calendar.id), eq(kind, 'undo'), gt(version, since)))
      .orderBy(desc(version))
      .limit(MOST_UNDOS)
  ).reverse()
