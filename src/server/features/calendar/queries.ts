import { and, asc, eq, sql } from 'drizzle-orm'
import { calendars } from '#server/features/accounts/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { announce } from '#server/lib/db/notices.ts'
import type { OperationKind } from '#shared/calendar/contract.ts'
import type { CalendarId, CalendarRef } from './tables.ts'
import { calendarDays, calendarOperations, type StoredDay } from './tables.ts'

/** Bytes of days that are in memory for one call, give or take a day; what is more is read in turn. */
export const PAGE_BYTES = 1024 * 1024

const marks = {
  isBlocked: calendarDays.isBlocked,
  blockedText: calendarDays.blockedText,
  hasNote: calendarDays.hasNote,
  noteText: calendarDays.noteText,
}
/** A row as the contract has it, but for whose it is: that is known before it is read. */
export const content = {
  id: calendarDays.id,
  date: calendarDays.date,
  ...marks,
  blocks: calendarDays.blocks,
  version: calendarDays.version,
  operationId: calendarDays.operationId,
}
/** One parameter for all of them: a statement has no more than 65,535. */
export const onDates = (dates: readonly string[]) => sql`${calendarDays.date} = any(${sql.param([...dates])}::date[])`
export const inCalendar = ({ id }: CalendarRef) => eq(calendarDays.calendarId, id)

/**
 * Days with the bytes up to and with each of them, in the order of their dates: a page ends with the day that fills it.
 * The days of a school week are one page, unless they hold a book.
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

/** The days of these dates that hold something, in order, up to the one that fills a page; `isFull` where more may come. */
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

/** The days of a few dates that hold something. */
export const daysOn = async (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<StoredDay[]> =>
  (
    await db
      .select(content)
      .from(calendarDays)
      .where(and(inCalendar(calendar), onDates(dates)))
      .orderBy(asc(calendarDays.date))
  ).map(withOwner(calendar))

/** Bytes of the days of these dates together. */
export const bytesOn = async (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<number> =>
  (
    await db
      .select({ bytes: sql<number>`coalesce(sum(${calendarDays.bytes}), 0)`.mapWith(Number) })
      .from(calendarDays)
      .where(and(inCalendar(calendar), onDates(dates)))
  )[0]?.bytes ?? 0

export type MarkedDay = Omit<StoredDay, 'userId' | 'blocks'> & { bytes: number; words: number }

/** The days of these dates without their blocks. */
export const markedDaysOn = (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<MarkedDay[]> => {
  const { blocks: _, ...marked } = content
  return db
    .select({ ...marked, bytes: calendarDays.bytes, words: calendarDays.words })
    .from(calendarDays)
    .where(and(inCalendar(calendar), onDates(dates)))
}

/** The day with this id; of no other calendar's. */
export const dayById = async (db: Db, calendar: CalendarRef, id: string): Promise<StoredDay | undefined> =>
  (
    await db
      .select(content)
      .from(calendarDays)
      .where(and(inCalendar(calendar), eq(calendarDays.id, id)))
  ).map(withOwner(calendar))[0]

/** The date of the day with this id; of no other calendar's. */
export const dateOfDay = async (db: Db, calendar: CalendarRef, id: string): Promise<string | undefined> =>
  (
    await db
      .select({ date: calendarDays.date })
      .from(calendarDays)
      .where(and(inCalendar(calendar), eq(calendarDays.id, id)))
  )[0]?.date

/** Locks a calendar until the end of the transaction: its changes follow one another. What is kept in it; undefined when it is gone. */
export const lockCalendar = async (db: Db, { id }: Pick<CalendarRef, 'id'>) =>
  (
    await db
      .select({
        lessonBytes: calendars.lessonBytes,
        historyBytes: calendars.historyBytes,
        words: calendars.words,
        version: calendars.version,
      })
      .from(calendars)
      .where(eq(calendars.id, id))
      .for('no key update')
  )[0]

/** Adds to the bytes that a calendar is counted with; negative numbers take away. */
export const countBytes = (db: Db, { id }: Pick<CalendarRef, 'id'>, { lessons, history }: { lessons: number; history: number }) =>
  db
    .update(calendars)
    .set({ lessonBytes: sql`${calendars.lessonBytes} + ${lessons}`, historyBytes: sql`${calendars.historyBytes} + ${history}` })
    .where(eq(calendars.id, id))

type NewOperation = {
  id?: string | undefined
  undoes?: string | undefined
  calendarId: CalendarId
  actorId: string
  kind: OperationKind
  createdAt: Date
}

/** The operation's id and version; undefined when there is one with this id already. */
export const insertOperation = async (db: Db, { id, ...operation }: NewOperation) =>
  (
    await db
      .insert(calendarOperations)
      .values({ ...operation, ...(id !== undefined && { id }) })
      .onConflictDoNothing()
      .returning({ id: calendarOperations.id, version: calendarOperations.version })
  )[0]

type Announced = { id: string; version: number; previous: number; dates: readonly string[] }

/** Announces what an operation changed; `previous` is the version of the calendar before it. */
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
  // A day whose words wait for the job waits also when a change of it brings few.
  isFindable: sql`${calendarDays.isFindable} and excluded.is_findable`,
  version: sql`excluded.version`,
  operationId: sql`excluded.operation_id`,
}

/** Writes days whole, by date; a day that is there keeps its id. */
export const upsertDays = async (db: Db, calendar: CalendarRef, rows: readonly DayRow[]): Promise<StoredDay[]> =>
  (
    await db
      .insert(calendarDays)
      .values(rows.map((row) => ({ ...row, calendarId: calendar.id })))
      .onConflictDoUpdate({
        target: [calendarDays.calendarId, calendarDays.date],
        set: { ...written, blocks: sql`excluded.blocks`, hasAlert: sql`excluded.has_alert` },
      })
      .returning(content)
  ).map(withOwner(calendar))

/** Writes the marks of days; their blocks stay, and a day that is not there gets none. */
export const upsertMarks = (db: Db, calendar: CalendarRef, rows: readonly Omit<DayRow, 'blocks' | 'hasAlert'>[]) =>
  db
    .insert(calendarDays)
    .values(rows.map((row) => ({ ...row, blocks: [], hasAlert: false, calendarId: calendar.id })))
    .onConflictDoUpdate({ target: [calendarDays.calendarId, calendarDays.date], set: written })

export const deleteDays = (db: Db, calendar: CalendarRef, dates: readonly string[]) =>
  db.delete(calendarDays).where(and(inCalendar(calendar), onDates(dates)))
