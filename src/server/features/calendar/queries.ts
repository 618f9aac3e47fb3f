import { and, asc, eq, sql } from 'drizzle-orm'
import { calendarCounters } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { announce } from '#server/lib/db/notices.ts'
import { first } from '#server/lib/db/one-row.ts'
import type { OperationKind } from '#shared/calendar/contract.ts'
import type { OperationAbout } from '#shared/calendar/operations/contract.ts'
import type { CalendarId, CalendarRef } from './tables.ts'
import { calendarDays, calendarOperations, type StoredBlock, type StoredDay } from './tables.ts'

/** Maximum total size, in bytes, of the days in memory per request. A single day may exceed it. Larger results are read in pages. */
export const PAGE_BYTES = 1024 * 1024

const marks = {
  isBlocked: calendarDays.isBlocked,
  blockedText: calendarDays.blockedText,
  hasNote: calendarDays.hasNote,
  noteText: calendarDays.noteText,
}
/** The columns of a day that match the API contract. Omits the owner, because the caller already knows it. */
export const content = {
  id: calendarDays.id,
  date: calendarDays.date,
  ...marks,
  blocks: calendarDays.blocks,
  version: calendarDays.version,
  operationId: calendarDays.operationId,
}
/** Passes all dates as one array parameter, because a statement allows at most 65,535 parameters. */
export const onDates = (dates: readonly string[]) => sql`${calendarDays.date} = any(${sql.param([...dates])}::date[])`
export const inCalendar = ({ id }: CalendarRef) => eq(calendarDays.calendarId, id)

/**
 * Adds a running total of bytes to each day, ordered by date. A page ends with the day that fills it. The days of a school week fit on one
 * page unless they are exceptionally large.
 */
const measured = {
  upto: sql<number>`sum(${calendarDays.bytes}) over (order by ${calendarDays.date})`.mapWith(Number).as('upto'),
  bytes: calendarDays.bytes,
  words: calendarDays.words,
}
export const isOnPage = sql`upto - bytes < ${PAGE_BYTES}`

const withOwner =
  ({ userId }: CalendarRef) =>
  (day: Omit<StoredDay, 'userId'>): StoredDay => ({ ...day, userId })

/**
 * Returns the saved days on these dates, ordered by date, up to and including the day that fills a page. `isFull` is true if there may be
 * more days.
 */
export const pageOfDays = async (db: Db, calendar: CalendarRef, dates: readonly string[]) => {
  const days = db
    .select({ ...content, ...measured })
    .from(calendarDays)
    .where(and(inCalendar(calendar), onDates(dates)))
    .as('days')
  const rows = await db.select().from(days).where(isOnPage).orderBy(days.date)
  const last = rows.at(-1)
  const sizes = new Map(rows.map(({ date, bytes, words }) => [date, { bytes, words }]))
  return {
    days: rows.map(({ upto: _, bytes: __, words: ___, ...day }) => withOwner(calendar)(day)),
    sizes,
    isFull: last !== undefined && last.upto >= PAGE_BYTES,
  }
}

/** Returns the saved days on these dates. Not paged, so pass only a few dates. */
export const daysOn = async (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<StoredDay[]> =>
  (
    await db
      .select(content)
      .from(calendarDays)
      .where(and(inCalendar(calendar), onDates(dates)))
      .orderBy(asc(calendarDays.date))
  ).map(withOwner(calendar))

/** Returns the lessons with these ids on these dates, without the others of their days. */
export const lessonsOn = async (
  db: Db,
  calendar: CalendarRef,
  dates: readonly string[],
  ids: readonly string[],
): Promise<{ date: string; blocks: StoredBlock[] }[]> => {
  const blocks = sql<StoredBlock[]>`(
    select coalesce(json_agg(block), '[]') from json_array_elements(${calendarDays.blocks}) as block
    where block->>'id' = any(${sql.param(ids)}::text[]))`
  return db
    .select({ date: calendarDays.date, blocks })
    .from(calendarDays)
    .where(and(inCalendar(calendar), onDates(dates)))
}

/** Returns the total bytes of the days on these dates. */
export const bytesOn = async (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<number> =>
  (
    await first(
      db
        .select({ bytes: sql<number>`coalesce(sum(${calendarDays.bytes}), 0)`.mapWith(Number) })
        .from(calendarDays)
        .where(and(inCalendar(calendar), onDates(dates))),
    )
  )?.bytes ?? 0

export type MarkedDay = Omit<StoredDay, 'userId' | 'blocks'> & { bytes: number; words: number }

/** Returns the days on these dates without their blocks. */
export const markedDaysOn = (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<MarkedDay[]> => {
  const { blocks: _, ...marked } = content
  return db
    .select({ ...marked, bytes: calendarDays.bytes, words: calendarDays.words })
    .from(calendarDays)
    .where(and(inCalendar(calendar), onDates(dates)))
}

/** Returns the day with this id if it belongs to this calendar. */
export const dayById = async (db: Db, calendar: CalendarRef, id: string): Promise<StoredDay | undefined> =>
  (
    await db
      .select(content)
      .from(calendarDays)
      .where(and(inCalendar(calendar), eq(calendarDays.id, id)))
  ).map(withOwner(calendar))[0]

/** Returns the date of the day with this id if it belongs to this calendar. */
export const dateOfDay = async (db: Db, calendar: CalendarRef, id: string): Promise<string | undefined> =>
  (
    await first(
      db
        .select({ date: calendarDays.date })
        .from(calendarDays)
        .where(and(inCalendar(calendar), eq(calendarDays.id, id))),
    )
  )?.date

/**
 * Locks a calendar until the transaction ends, which serializes its changes. Returns its usage counters, or undefined if the calendar was
 * deleted.
 */
export const lockCalendar = (db: Db, { id }: Pick<CalendarRef, 'id'>) =>
  first(
    db
      .select({
        lessonBytes: calendarCounters.lessonBytes,
        historyBytes: calendarCounters.historyBytes,
        words: calendarCounters.words,
        version: calendarCounters.version,
      })
      .from(calendarCounters)
      .where(eq(calendarCounters.calendarId, id))
      .for('no key update'),
  )

/** Returns the version of the calendar's latest operation, 0 before the first one. */
export const versionOf = async (db: Db, { id }: Pick<CalendarRef, 'id'>): Promise<number> =>
  (await first(db.select({ version: calendarCounters.version }).from(calendarCounters).where(eq(calendarCounters.calendarId, id))))
    ?.version ?? 0

/** Adjusts the calendar's byte counters. Negative numbers subtract. */
export const countBytes = (db: Db, { id }: Pick<CalendarRef, 'id'>, { lessons, history }: { lessons: number; history: number }) =>
  db
    .update(calendarCounters)
    .set({
      lessonBytes: sql`${calendarCounters.lessonBytes} + ${lessons}`,
      historyBytes: sql`${calendarCounters.historyBytes} + ${history}`,
    })
    .where(eq(calendarCounters.calendarId, id))

type NewOperation = {
  id?: string | undefined
  undoes?: string | undefined
  request?: string | undefined
  sitting?: string | undefined
  sittingSince?: Date | undefined
  calendarId: CalendarId
  actorId: string
  kind: OperationKind
  createdAt: Date
}

/** Inserts an operation. Returns its id and version, or undefined if the id already exists. */
export const insertOperation = (db: Db, { id, ...operation }: NewOperation) =>
  first(
    db
      .insert(calendarOperations)
      .values({ ...operation, ...(id !== undefined && { id }) })
      .onConflictDoNothing()
      .returning({ id: calendarOperations.id, version: calendarOperations.version }),
  )

/** Stores what an operation did. For one that changes days, its images do this. */
export const describeOperation = (db: Db, { id }: { id: string }, about: OperationAbout) =>
  db.update(calendarOperations).set({ about }).where(eq(calendarOperations.id, id))

/** Returns an operation of this calendar, or undefined if it doesn't have one with this id. */
export const operationOf = (db: Db, { id }: CalendarRef, operationId: string) =>
  first(
    db
      .select({
        kind: calendarOperations.kind,
        actor: calendarOperations.actorId,
        undoes: calendarOperations.undoes,
        request: calendarOperations.request,
        sitting: calendarOperations.sitting,
        continues: calendarOperations.continues,
      })
      .from(calendarOperations)
      .where(and(eq(calendarOperations.calendarId, id), eq(calendarOperations.id, operationId))),
  )

type Announced = { id: string; version: number; previous: number; dates: readonly string[]; hasRecords: boolean }

/** Notifies other clients of the changed dates. `previous` is the calendar's version before the operation. */
export const announceDays = (db: Db, { userId, schoolId }: CalendarRef, { id: operationId, ...change }: Announced): void =>
  announce(db, { kind: 'days', owner: userId ?? schoolId ?? '', operationId, ...change })

type DayRow = Omit<typeof calendarDays.$inferInsert, 'calendarId'>

const written = {
  isBlocked: sql`excluded.is_blocked`,
  blockedText: sql`excluded.blocked_text`,
  hasNote: sql`excluded.has_note`,
  noteText: sql`excluded.note_text`,
  bytes: sql`excluded.bytes`,
  words: sql`excluded.words`,
  // A day that is already waiting to be indexed keeps waiting, even after a small change.
  isFindable: sql`${calendarDays.isFindable} and excluded.is_findable`,
  version: sql`excluded.version`,
  operationId: sql`excluded.operation_id`,
  changedAt: sql`excluded.changed_at`,
}

/** Upserts days with their blocks, by date. Existing days keep their ids. Returns the days with the given blocks, which are stored as they are. */
export const upsertDays = async (db: Db, calendar: CalendarRef, rows: readonly DayRow[]): Promise<StoredDay[]> => {
  const { blocks: _, ...marked } = content
  const stored = await db
    .insert(calendarDays)
    .values(rows.map((row) => ({ ...row, calendarId: calendar.id })))
    .onConflictDoUpdate({
      target: [calendarDays.calendarId, calendarDays.date],
      set: { ...written, blocks: sql`excluded.blocks`, hasAlert: sql`excluded.has_alert` },
    })
    .returning(marked)
  const blocksOn = new Map(rows.map(({ date, blocks }) => [date, blocks]))
  return stored.map((day) => withOwner(calendar)({ ...day, blocks: blocksOn.get(day.date) ?? [] }))
}

/** Upserts the marks of days. Existing blocks are unchanged, and new days don't have any. */
export const upsertMarks = (db: Db, calendar: CalendarRef, rows: readonly Omit<DayRow, 'blocks' | 'hasAlert'>[]) =>
  db
    .insert(calendarDays)
    .values(rows.map((row) => ({ ...row, blocks: [], hasAlert: false, calendarId: calendar.id })))
    .onConflictDoUpdate({ target: [calendarDays.calendarId, calendarDays.date], set: written })

export const deleteDays = (db: Db, calendar: CalendarRef, dates: readonly string[]) =>
  db.delete(calendarDays).where(and(inCalendar(calendar), onDates(dates)))
