import { and, eq, inArray, sql } from 'drizzle-orm'
import { PAGE_BYTES } from '#server/features/calendar/queries.ts'
import type { CalendarRecord } from '#server/features/calendar/records/queries.ts'
import { calendarRecords } from '#server/features/calendar/records/tables.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'

const date = sql`${calendarRecords.content}->>'date'`
const startTime = sql`${calendarRecords.content}->'block'->>'startTime'`

/** Yields a calendar's unplaced lessons in order of the day and time that they had, one page at a time. */
export async function* pagesOfUnplaced(db: Db, calendar: Pick<CalendarRef, 'id'>): AsyncGenerator<CalendarRecord<'unplaced'>[]> {
  const { id, kind, content, operationId, bytes, calendarId } = calendarRecords
  const all = await db
    .select({ id, bytes })
    .from(calendarRecords)
    .where(and(eq(calendarId, calendar.id), eq(kind, 'unplaced')))
    .orderBy(date, startTime, id)
  for (let start = 0; start < all.length; ) {
    let [end, size] = [start, 0]
    while (end < all.length && size < PAGE_BYTES) size += all[end++]?.bytes ?? 0
    const ids = all.slice(start, end).map((record) => record.id)
    start = end
    yield (await db
      .select({ id, kind, content, operationId })
      .from(calendarRecords)
      .where(and(eq(calendarId, calendar.id), inArray(id, ids)))
      .orderBy(date, startTime, id)) as CalendarRecord<'unplaced'>[]
  }
}
