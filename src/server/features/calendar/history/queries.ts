import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { calendars } from '#server/features/accounts/tables.ts'
import type { CalendarRef } from '#server/features/calendar/policy.ts'
import { calendarOperations } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import type { OperationKind } from '#shared/calendar/contract.ts'
import { calendarDayImages, type DayBefore } from './tables.ts'

/** Changes that are read at a time; one may be as large as a day. */
const AT_ONCE = 20

const of = ({ id }: CalendarRef) => eq(calendarDayImages.calendarId, id)

export type Image = { date: string; before: DayBefore | null; bytes: number }

/** What an operation takes from each day, and what all of it adds to the bytes of the calendar. One statement. */
export const insertImages = (
  db: Db,
  calendar: CalendarRef,
  { operationId, images, lessonBytes }: { operationId: string; images: readonly Image[]; lessonBytes: number },
) => {
  const historyBytes = images.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = images.map(
    ({ date, before, bytes }) =>
      sql`(${operationId}::uuid, ${calendar.id}::uuid, ${date}::date, ${before && JSON.stringify(before)}::json, ${bytes}::int)`,
  )
  return db.execute(sql`
    with used as (
      update ${calendars} set lesson_bytes = lesson_bytes + ${lessonBytes}, history_bytes = history_bytes + ${historyBytes}
      where ${calendars.id} = ${calendar.id}
    )
    insert into ${calendarDayImages} (operation_id, calendar_id, date, before, bytes) values ${sql.join(rows, sql`, `)}`)
}

/** What an operation took from each day; none when it is unknown, of another calendar or older than 30 days. */
export const imagesOfOperation = (db: Db, calendar: CalendarRef, operationId: string) =>
  db
    .select({ date: calendarDayImages.date, before: calendarDayImages.before })
    .from(calendarDayImages)
    .where(and(of(calendar), eq(calendarDayImages.operationId, operationId)))

/** The operation that changed each date last, as far as images are kept. */
export const lastOperations = (db: Db, calendar: CalendarRef, dates: string[]) =>
  db
    .selectDistinctOn([calendarDayImages.date], { date: calendarDayImages.date, operationId: calendarDayImages.operationId })
    .from(calendarDayImages)
    .where(and(of(calendar), inArray(calendarDayImages.date, dates)))
    .orderBy(calendarDayImages.date, desc(calendarDayImages.id))

export type Change = { operationId: string; kind: OperationKind; at: Date; before: DayBefore | null }

/** The changes of one day, newest first. */
export async function* changesOn(db: Db, calendar: CalendarRef, date: string): AsyncGenerator<Change> {
  let last: number | undefined
  do {
    const page = await db
      .select({
        id: calendarDayImages.id,
        operationId: calendarDayImages.operationId,
        kind: calendarOperations.kind,
        at: calendarOperations.createdAt,
        before: calendarDayImages.before,
      })
      .from(calendarDayImages)
      .innerJoin(calendarOperations, eq(calendarOperations.id, calendarDayImages.operationId))
      .where(and(of(calendar), eq(calendarDayImages.date, date), last === undefined ? undefined : lt(calendarDayImages.id, last)))
      .orderBy(desc(calendarDayImages.id))
      .limit(AT_ONCE)
    for (const { id: _, ...change } of page) yield change
    last = page.length === AT_ONCE ? page.at(-1)?.id : undefined
  } while (last !== undefined)
}

/** The dates that changed in the last 30 days, in order. */
export const datesWithHistory = async (db: Db, calendar: CalendarRef): Promise<string[]> =>
  (
    await db
      .selectDistinct({ date: calendarDayImages.date })
      .from(calendarDayImages)
      .where(of(calendar))
      .orderBy(asc(calendarDayImages.date))
  ).map(({ date }) => date)

/** When the oldest change that is kept was made. */
export const oldestChange = async (db: Db, { id }: CalendarRef): Promise<Date | undefined> =>
  (
    await db
      .select({ at: calendarOperations.createdAt })
      .from(calendarOperations)
      .where(eq(calendarOperations.calendarId, id))
      .orderBy(asc(calendarOperations.createdAt))
      .limit(1)
  )[0]?.at

/** Forgets so many operations older than an instant with their images, and counts them out of their calendars. How many there were. */
export const deleteOperationsBefore = async (db: Db, instant: Date, most: number): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    with old as (
      select ${calendarOperations.id} from ${calendarOperations}
      where ${calendarOperations.createdAt} < ${instant} order by ${calendarOperations.createdAt} limit ${most}
    ), freed as (
      select calendar_id, sum(bytes) as bytes from ${calendarDayImages} where operation_id in (select id from old) group by calendar_id
    ), counted as (
      update ${calendars} set history_bytes = history_bytes - freed.bytes from freed where ${calendars.id} = freed.calendar_id
    ), gone as (
      delete from ${calendarOperations} where id in (select id from old) returning id
    )
    select count(*)::int as count from gone`)
  return rows[0]?.count ?? 0
}
