import { and, asc, between, desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { prepared } from '#server/lib/db/prepared.ts'
import type { CalendarDay, DayMark, OperationKind } from '#shared/calendar/contract.ts'
import type { JsonText } from '#shared/endpoint.ts'
import { calendarDayImages, calendarDays, calendarOperations, type StoredDay } from './tables.ts'

/** A row as the contract has it. */
const day = {
  id: calendarDays.id,
  userId: calendarDays.ownerId,
  date: calendarDays.date,
  isBlocked: calendarDays.isBlocked,
  blockedText: calendarDays.blockedText,
  hasNote: calendarDays.hasNote,
  noteText: calendarDays.noteText,
  blocks: calendarDays.blocks,
  version: calendarDays.version,
  operationId: calendarDays.operationId,
}

/** The same rows as the text of a JSON array, in order of their dates, as the contract has them (docs/decisions/0005). */
const asJson = {
  json: sql<JsonText<CalendarDay[]>>`coalesce(json_agg(json_build_object(${sql.join(
    Object.entries(day).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
    sql.raw(', '),
  )}) order by ${calendarDays.date}), '[]')::text`,
}

const range = prepared((db) =>
  db
    .select(asJson)
    .from(calendarDays)
    .where(
      and(eq(calendarDays.ownerId, sql.placeholder('owner')), between(calendarDays.date, sql.placeholder('from'), sql.placeholder('to'))),
    )
    .prepare('calendar_days_between'),
)

const onlyJson = ([row]: { json: JsonText<CalendarDay[]> }[]): JsonText<CalendarDay[]> => {
  if (!row) throw new Error('An aggregate answered no row')
  return row.json
}

/** The owner's days that hold something, from one date to another, both included. */
export const daysBetween = async (db: Db, owner: string, from: string, to: string) => onlyJson(await range(db).execute({ owner, from, to }))

export const allDays = async (db: Db, owner: string) =>
  onlyJson(await db.select(asJson).from(calendarDays).where(eq(calendarDays.ownerId, owner)))

const hasAlert = sql<boolean>`exists (select from json_array_elements(${calendarDays.blocks}) block where (block->>'hasAlert')::boolean)`
const mark = {
  date: day.date,
  isBlocked: day.isBlocked,
  blockedText: day.blockedText,
  hasNote: day.hasNote,
  noteText: day.noteText,
  version: day.version,
  hasAlert,
}

/** The owner's days with a block-out, a note or an alert in a range; without one, those with a block-out or a note. In order. */
export const marksBetween = (db: Db, owner: string, range?: { from: string; to: string }): Promise<DayMark[]> =>
  db
    .select(mark)
    .from(calendarDays)
    .where(
      and(
        eq(calendarDays.ownerId, owner),
        range && between(calendarDays.date, range.from, range.to),
        or(calendarDays.isBlocked, calendarDays.hasNote, range && hasAlert),
      ),
    )
    .orderBy(asc(calendarDays.date))

export const daysOn = (db: Db, owner: string, dates: string[]): Promise<StoredDay[]> =>
  db
    .select(day)
    .from(calendarDays)
    .where(and(eq(calendarDays.ownerId, owner), inArray(calendarDays.date, dates)))

/** The dates of the owner's days that hold something, in order. */
export const datesOfDays = async (db: Db, owner: string): Promise<string[]> =>
  (
    await db.select({ date: calendarDays.date }).from(calendarDays).where(eq(calendarDays.ownerId, owner)).orderBy(asc(calendarDays.date))
  ).map(({ date }) => date)

/** The owner's day with this id; nobody else's. */
export const dateOfDay = async (db: Db, owner: string, id: string): Promise<string | undefined> =>
  (
    await db
      .select({ date: calendarDays.date })
      .from(calendarDays)
      .where(and(eq(calendarDays.ownerId, owner), eq(calendarDays.id, id)))
  )[0]?.date

export const insertOperation = async (db: Db, operation: { ownerId: string; actorId: string; kind: OperationKind; createdAt: Date }) => {
  const [row] = await db
    .insert(calendarOperations)
    .values(operation)
    .returning({ id: calendarOperations.id, version: calendarOperations.version })
  if (!row) throw new Error('An insert returned no row')
  return row
}

/** The state before an operation, day by day. */
export const insertImages = (db: Db, images: (typeof calendarDayImages.$inferInsert)[]) => db.insert(calendarDayImages).values(images)

/** Writes days whole, by owner and date; a day that is there keeps its id. */
export const upsertDays = (db: Db, rows: (typeof calendarDays.$inferInsert)[]): Promise<StoredDay[]> =>
  db
    .insert(calendarDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [calendarDays.ownerId, calendarDays.date],
      set: {
        isBlocked: sql`excluded.is_blocked`,
        blockedText: sql`excluded.blocked_text`,
        hasNote: sql`excluded.has_note`,
        noteText: sql`excluded.note_text`,
        blocks: sql`excluded.blocks`,
        version: sql`excluded.version`,
        operationId: sql`excluded.operation_id`,
      },
    })
    .returning(day)

export const deleteDays = (db: Db, owner: string, dates: string[]) =>
  db.delete(calendarDays).where(and(eq(calendarDays.ownerId, owner), inArray(calendarDays.date, dates)))

/** What the owner's days were before an operation; none when it is unknown, somebody else's or older than 30 days. */
export const imagesOfOperation = (db: Db, owner: string, operationId: string) =>
  db
    .select({ date: calendarDayImages.date, before: calendarDayImages.before })
    .from(calendarDayImages)
    .where(and(eq(calendarDayImages.ownerId, owner), eq(calendarDayImages.operationId, operationId)))

/** The operation that changed each date last, as far as images are kept. */
export const lastOperations = (db: Db, owner: string, dates: string[]) =>
  db
    .selectDistinctOn([calendarDayImages.date], { date: calendarDayImages.date, operationId: calendarDayImages.operationId })
    .from(calendarDayImages)
    .where(and(eq(calendarDayImages.ownerId, owner), inArray(calendarDayImages.date, dates)))
    .orderBy(calendarDayImages.date, desc(calendarDayImages.id))

/** The changes of one day, newest first. With `before` only those before that operation changed the day; none when it never did. */
export const historyOn = (db: Db, owner: string, date: string, { before, limit }: { before?: string | undefined; limit?: number } = {}) => {
  const ofDay = and(eq(calendarDayImages.ownerId, owner), eq(calendarDayImages.date, date))
  const changeOf = (operationId: string) =>
    db
      .select({ id: calendarDayImages.id })
      .from(calendarDayImages)
      .where(and(ofDay, eq(calendarDayImages.operationId, operationId)))
  const changes = db
    .select({
      operationId: calendarDayImages.operationId,
      kind: calendarOperations.kind,
      at: calendarOperations.createdAt,
      before: calendarDayImages.before,
    })
    .from(calendarDayImages)
    .innerJoin(calendarOperations, eq(calendarOperations.id, calendarDayImages.operationId))
    .where(and(ofDay, before === undefined ? undefined : lt(calendarDayImages.id, changeOf(before))))
    .orderBy(desc(calendarDayImages.id))
    .$dynamic()
  return limit === undefined ? changes : changes.limit(limit)
}

/** The dates of the owner's days that changed in the last 30 days, in order. */
export const datesWithHistory = async (db: Db, owner: string): Promise<string[]> =>
  (
    await db
      .selectDistinct({ date: calendarDayImages.date })
      .from(calendarDayImages)
      .where(eq(calendarDayImages.ownerId, owner))
      .orderBy(asc(calendarDayImages.date))
  ).map(({ date }) => date)

/** Their images go with them. */
export const deleteOperationsBefore = (db: Db, instant: Date) =>
  db.delete(calendarOperations).where(lt(calendarOperations.createdAt, instant))
