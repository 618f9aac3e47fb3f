import { and, asc, between, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { type CalendarRef, calendarOperations } from '#server/features/calendar/tables.ts'
import { calendarCounters, calendars } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { theOnly } from '#server/lib/db/one-row.ts'
import type { SchoolClass } from '#shared/classes/contract.ts'
import { calendarRecordImages, calendarRecords, type RecordContent, type RecordKind } from './tables.ts'

export type CalendarRecord<K extends RecordKind = RecordKind> = { id: string; kind: K; content: RecordContent[K]; operationId: string }

const inCalendar = ({ id }: Pick<CalendarRef, 'id'>) => eq(calendarRecords.calendarId, id)
const columns = {
  id: calendarRecords.id,
  kind: calendarRecords.kind,
  content: calendarRecords.content,
  operationId: calendarRecords.operationId,
}

/** Returns all records of one kind, in the order of their ids. */
export const recordsOf = async <K extends RecordKind>(db: Db, calendar: Pick<CalendarRef, 'id'>, kind: K): Promise<CalendarRecord<K>[]> =>
  (await db
    .select(columns)
    .from(calendarRecords)
    .where(and(inCalendar(calendar), eq(calendarRecords.kind, kind)))
    .orderBy(asc(calendarRecords.id))) as CalendarRecord<K>[]

/** Returns the records of the short days in a range (both dates included), in the order of their dates. */
export const shortDaysBetween = async (db: Db, calendar: Pick<CalendarRef, 'id'>, from: string, to: string) => {
  const date = sql`${calendarRecords.content}->>'date'`
  return (await db
    .select(columns)
    .from(calendarRecords)
    .where(and(inCalendar(calendar), eq(calendarRecords.kind, 'shortDay'), between(date, from, to)))
    .orderBy(asc(date))) as CalendarRecord<'shortDay'>[]
}

/** Returns the unplaced lessons with these ids of time blocks. */
export const unplacedLessons = async (db: Db, calendar: Pick<CalendarRef, 'id'>, blockIds: readonly string[]) =>
  (await db
    .select(columns)
    .from(calendarRecords)
    .where(
      and(
        inCalendar(calendar),
        eq(calendarRecords.kind, 'unplaced'),
        sql`${calendarRecords.content}->'block'->>'id' = any(${sql.param([...blockIds])}::text[])`,
      ),
    )) as CalendarRecord<'unplaced'>[]

/** Returns the record with this id if it belongs to this calendar and is of this kind. */
export const recordOf = async <K extends RecordKind>(
  db: Db,
  calendar: Pick<CalendarRef, 'id'>,
  { kind, id }: { kind: K; id: string },
): Promise<CalendarRecord<K> | undefined> =>
  (
    (await db
      .select(columns)
      .from(calendarRecords)
      .where(and(inCalendar(calendar), eq(calendarRecords.kind, kind), eq(calendarRecords.id, id)))) as CalendarRecord<K>[]
  )[0]

/** Returns the records of one kind whose current content an operation made. */
export const recordsBy = async <K extends RecordKind>(
  db: Db,
  calendar: Pick<CalendarRef, 'id'>,
  { kind, operationId }: { kind: K; operationId: string },
): Promise<CalendarRecord<K>[]> =>
  (await db
    .select(columns)
    .from(calendarRecords)
    .where(and(inCalendar(calendar), eq(calendarRecords.kind, kind), eq(calendarRecords.operationId, operationId)))) as CalendarRecord<K>[]

/** Returns records by id, of any kind, with their sizes. */
export const recordsById = (db: Db, calendar: CalendarRef, ids: readonly string[]) =>
  db
    .select({ ...columns, bytes: calendarRecords.bytes })
    .from(calendarRecords)
    .where(and(inCalendar(calendar), inArray(calendarRecords.id, [...ids])))

export const countRecords = async (db: Db, calendar: CalendarRef, kind: RecordKind): Promise<number> =>
  (
    await theOnly(
      db
        .select({ records: count() })
        .from(calendarRecords)
        .where(and(inCalendar(calendar), eq(calendarRecords.kind, kind))),
    )
  ).records

/** The fields of a class that other people can see. */
type ShownClass = Pick<SchoolClass, 'id' | 'name' | 'color'>

/** A column with the classes of a teacher's own calendar, in the teacher's order. `owner` is the column with the teacher's id. */
export const shownClassesOf = (owner: AnyPgColumn) => sql<ShownClass[]>`(
  select coalesce(json_agg(json_build_object('id', record.id, 'name', record.content->>'name', 'color', (record.content->>'color')::int)
    order by (record.content->>'order')::int, record.content->>'name'), '[]')
  from ${calendarRecords} as record join ${calendars} as owned on owned.id = record.calendar_id
  where owned.user_id = ${owner} and record.kind = 'class')`

type Row = Pick<typeof calendarRecords.$inferInsert, 'id' | 'kind' | 'content' | 'bytes' | 'operationId'>

/** Upserts records by id. */
export const upsertRecords = (db: Db, calendar: CalendarRef, rows: readonly Row[]) =>
  db
    .insert(calendarRecords)
    .values(rows.map((row) => ({ ...row, calendarId: calendar.id })))
    .onConflictDoUpdate({
      target: [calendarRecords.calendarId, calendarRecords.id],
      set: { content: sql`excluded.content`, bytes: sql`excluded.bytes`, operationId: sql`excluded.operation_id` },
    })

export const deleteRecords = (db: Db, calendar: CalendarRef, ids: readonly string[]) =>
  db.delete(calendarRecords).where(and(inCalendar(calendar), inArray(calendarRecords.id, [...ids])))

export type RecordImage = { recordId: string; kind: RecordKind; before: RecordContent[RecordKind] | null; bytes: number }

/** Stores the content that an operation overwrote in records, and updates the calendar's counters. */
export const insertRecordImages = async (
  db: Db,
  calendar: CalendarRef,
  { operation, images, lessonBytes }: { operation: { id: string; version: number }; images: readonly RecordImage[]; lessonBytes: number },
): Promise<void> => {
  await db.insert(calendarRecordImages).values(images.map((image) => ({ ...image, operationId: operation.id, calendarId: calendar.id })))
  await db
    .update(calendarCounters)
    .set({
      lessonBytes: sql`${calendarCounters.lessonBytes} + ${lessonBytes}`,
      historyBytes: sql`${calendarCounters.historyBytes} + ${images.reduce((sum, { bytes }) => sum + bytes, 0)}`,
      version: operation.version,
    })
    .where(eq(calendarCounters.calendarId, calendar.id))
}

const next = alias(calendarRecordImages, 'next')
const { id: place, recordId, calendarId: ofCalendar } = calendarRecordImages

/**
 * Returns what an operation changed in records. `after` is what it made, unless it `isLatest`: then the record is still as it left it. Empty if
 * the operation belongs to another calendar.
 */
export const recordImagesOf = (db: Db, { id }: CalendarRef, operationId: string) => {
  const nextPlace = sql`(select min(later.id) from ${calendarRecordImages} as later
    where later.calendar_id = ${ofCalendar} and later.record_id = ${recordId} and later.id > ${place})`
  return db
    .select({
      id: recordId,
      kind: calendarRecordImages.kind,
      before: calendarRecordImages.before,
      isLatest: sql<boolean>`${next.id} is null`,
      after: next.before,
    })
    .from(calendarRecordImages)
    .leftJoin(next, eq(next.id, nextPlace))
    .where(and(eq(ofCalendar, id), eq(calendarRecordImages.operationId, operationId)))
}

/** Number of images per page. Few, because each may contain a whole timetable. */
const PAGE_IMAGES = 20

/** Yields what operations of the last 30 days overwrote in records, oldest first. */
export async function* changesOfRecords(db: Db, { id: calendarId }: CalendarRef) {
  let after = 0
  for (;;) {
    const rows = await db
      .select({
        place: calendarRecordImages.id,
        id: calendarRecordImages.recordId,
        kind: calendarRecordImages.kind,
        operationId: calendarRecordImages.operationId,
        at: calendarOperations.createdAt,
        before: calendarRecordImages.before,
      })
      .from(calendarRecordImages)
      .innerJoin(calendarOperations, eq(calendarOperations.id, calendarRecordImages.operationId))
      .where(and(eq(calendarRecordImages.calendarId, calendarId), gt(calendarRecordImages.id, after)))
      .orderBy(asc(calendarRecordImages.id))
      .limit(PAGE_IMAGES)
    for (const { place: _, ...change } of rows) yield change
    const last = rows.at(-1)
    if (rows.length < PAGE_IMAGES || !last) return
    after = last.place
  }
}
