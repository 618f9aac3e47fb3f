import { and, asc, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { PAGE_BYTES } from '#server/features/calendar/queries.ts'
import { calendarRecordImages } from '#server/features/calendar/records/tables.ts'
import type { CalendarId, CalendarRef } from '#server/features/calendar/tables.ts'
import { calendarOperations } from '#server/features/calendar/tables.ts'
import { calendarCounters } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import type { OperationKind } from '#shared/calendar/contract.ts'
import type { OperationAbout } from '#shared/calendar/operations/contract.ts'
import { calendarDayImages, type DayBefore } from './tables.ts'

const of = ({ id }: CalendarRef) => eq(calendarDayImages.calendarId, id)

export type Image = { date: string; before: DayBefore | null; bytes: number }

/** Stores the content that an operation overwrote in each day, and what it did, and updates the calendar's counters, in one statement. */
export const insertImages = (
  db: Db,
  calendar: CalendarRef,
  {
    operation,
    images,
    lessonBytes,
    words,
    about,
  }: {
    operation: { id: string; version: number }
    images: readonly Image[]
    lessonBytes: number
    words: number
    about: OperationAbout
  },
) => {
  const historyBytes = images.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = images.map(
    ({ date, before, bytes }) =>
      sql`(${operation.id}::uuid, ${calendar.id}::uuid, ${date}::date, ${before && JSON.stringify(before)}::json, ${bytes}::int)`,
  )
  return db.execute(sql`
    with used as (
      update ${calendarCounters} set lesson_bytes = lesson_bytes + ${lessonBytes}, history_bytes = history_bytes + ${historyBytes},
        words = words + ${words}, version = ${operation.version}
      where ${calendarCounters.calendarId} = ${calendar.id}
    ), named as (
      update ${calendarOperations} set about = ${JSON.stringify(about)}::json where ${calendarOperations.id} = ${operation.id}
    )
    insert into ${calendarDayImages} (operation_id, calendar_id, date, before, bytes) values ${sql.join(rows, sql`, `)}`)
}

/**
 * Returns the content that an operation overwrote in each day. Returns no rows if the operation is unknown, belongs to another calendar, or
 * is older than 30 days.
 */
export const imagesOfOperation = (db: Db, calendar: CalendarRef, operationId: string) =>
  db
    .select({ date: calendarDayImages.date, before: calendarDayImages.before, bytes: calendarDayImages.bytes })
    .from(calendarDayImages)
    .where(and(of(calendar), eq(calendarDayImages.operationId, operationId)))
    .orderBy(asc(calendarDayImages.date))

/** Deletes the content that an operation overwrote in days. The caller stores it again, and counts the bytes. */
export const deleteImages = (db: Db, calendar: CalendarRef, operationId: string) =>
  db.delete(calendarDayImages).where(and(of(calendar), eq(calendarDayImages.operationId, operationId)))

/** Returns the dates that an operation changed, in ascending order. Empty if the operation belongs to another calendar. */
export const datesOfOperation = async (db: Db, calendar: CalendarRef, operationId: string): Promise<string[]> =>
  (
    await db
      .select({ date: calendarDayImages.date })
      .from(calendarDayImages)
      .where(and(of(calendar), eq(calendarDayImages.operationId, operationId)))
      .orderBy(asc(calendarDayImages.date))
  ).map(({ date }) => date)

/** Returns the last `most` operations that changed each of these dates, newest first. `undoes` is the operation that was undone, if any. */
export const lastOperations = (db: Db, calendar: CalendarRef, dates: string[], most: number) => {
  const ranked = db
    .select({
      date: calendarDayImages.date,
      operationId: calendarDayImages.operationId,
      undoes: calendarOperations.undoes,
      place: sql<number>`row_number() over (partition by ${calendarDayImages.date} order by ${calendarDayImages.id} desc)`.as('place'),
    })
    .from(calendarDayImages)
    .innerJoin(calendarOperations, eq(calendarOperations.id, calendarDayImages.operationId))
    .where(and(of(calendar), inArray(calendarDayImages.date, dates)))
    .as('ranked')
  return db.select().from(ranked).where(lte(ranked.place, most)).orderBy(ranked.date, ranked.place)
}

export type Change = { operationId: string; kind: OperationKind; at: Date; before: DayBefore | null }

/** Returns one page of a day's changes, newest first, limited by size in bytes. If `before` is given, starts before that image. */
export const pageOfChanges = async (db: Db, calendar: CalendarRef, date: string, before: number | undefined) => {
  const upto = sql<number>`sum(${calendarDayImages.bytes}) over (order by ${calendarDayImages.id} desc)`.mapWith(Number).as('upto')
  const changes = db
    .select({
      id: calendarDayImages.id,
      operationId: calendarDayImages.operationId,
      before: calendarDayImages.before,
      bytes: calendarDayImages.bytes,
      upto,
    })
    .from(calendarDayImages)
    .where(and(of(calendar), eq(calendarDayImages.date, date), before === undefined ? undefined : lt(calendarDayImages.id, before)))
    .as('changes')
  const rows = await db
    .select({
      id: changes.id,
      operationId: changes.operationId,
      kind: calendarOperations.kind,
      at: calendarOperations.createdAt,
      before: changes.before,
      upto: changes.upto,
    })
    .from(changes)
    .innerJoin(calendarOperations, eq(calendarOperations.id, changes.operationId))
    .where(sql`upto - bytes < ${PAGE_BYTES}`)
    .orderBy(desc(changes.id))
  const last = rows.at(-1)
  return {
    changes: rows.map(({ id: _, upto: __, ...change }): Change => change),
    /** Cursor for the next page, or undefined on the last page. */
    next: last && last.upto >= PAGE_BYTES ? last.id : undefined,
  }
}

/** Yields all changes to one day, newest first, loaded page by page. */
export async function* changesOn(db: Db, calendar: CalendarRef, date: string, from?: number): AsyncGenerator<Change> {
  let before = from
  do {
    const { changes, next } = await pageOfChanges(db, calendar, date, before)
    yield* changes
    before = next
  } while (before !== undefined)
}

/** Returns the dates that changed in the last 30 days, in ascending order. */
export const datesWithHistory = async (db: Db, calendar: CalendarRef): Promise<string[]> =>
  (
    await db
      .selectDistinct({ date: calendarDayImages.date })
      .from(calendarDayImages)
      .where(of(calendar))
      .orderBy(asc(calendarDayImages.date))
  ).map(({ date }) => date)

/** Returns the time of the oldest remaining change. */
export const oldestChange = async (db: Db, { id }: CalendarRef): Promise<Date | undefined> =>
  (
    await first(
      db
        .select({ at: calendarOperations.createdAt })
        .from(calendarOperations)
        .where(eq(calendarOperations.calendarId, id))
        .orderBy(asc(calendarOperations.createdAt))
        .limit(1),
    )
  )?.at

/** Returns the ids of up to `most` calendars that have operations older than `instant`. */
export const calendarsWithOld = async (db: Db, instant: Date, most: number): Promise<CalendarId[]> =>
  (
    await db
      .selectDistinct({ id: calendarOperations.calendarId })
      .from(calendarOperations)
      .where(lt(calendarOperations.createdAt, instant))
      .limit(most)
  ).map(({ id }) => id)

/**
 * Deletes a calendar's operations older than `instant` and their images. Returns the number of bytes freed. The calendar must be locked.
 */
export const deleteOperationsBefore = async (db: Db, id: CalendarId, instant: Date): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    with old as (
      select id from ${calendarOperations} where calendar_id = ${id} and created_at < ${instant}
    ), freed as (
      select coalesce(sum(bytes), 0) as bytes from (
        select bytes from ${calendarDayImages} where operation_id in (select id from old)
        union all select bytes from ${calendarRecordImages} where operation_id in (select id from old)
      ) as images
    ), gone as (
      delete from ${calendarOperations} where id in (select id from old)
    )
    select bytes from freed`)
  return Number(rows[0]?.bytes ?? 0)
}
