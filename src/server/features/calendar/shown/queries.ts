/**
 * Queries for days as users see them: with the owner's school entries overlaid (docs/decisions/0025), and with alerts visible only to the
 * owner. Code that changes days reads the stored days from ../queries.ts.
 *
 * 1. A date with only a school entry appears as a day with that entry's id, version 0, and no lessons.
 * 2. Only a school's blocked dates and notes are ever overlaid.
 */

import { and, asc, between, eq, gt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { content, inCalendar, isOnPage, onDates, PAGE_BYTES } from '#server/features/calendar/queries.ts'
import { type CalendarId, type CalendarRef, calendarDays, type ShownDay, type StoredBlock } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { theOnly } from '#server/lib/db/one-row.ts'
import { prepared } from '#server/lib/db/prepared.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import type { DayMark } from '#shared/calendar/shown/contract.ts'
import { addDays } from '#shared/dates.ts'
import type { JsonText } from '#shared/endpoint.ts'
import type { DaySummary } from '#shared/templates/repeats/contract.ts'

/**
 * Returns true if a calendar's days are shown exactly as stored. That is the case if the calendar has no school overlay and isn't a school
 * calendar.
 */
export const isShownAsStored = ({ under, schoolId }: CalendarRef): boolean => under === null && schoolId === null

/** Number of days per page when only marks are read. */
const PAGE_MARKS = 400

/** Alerts and taught marks are for the owner only. */
const WITHOUT_ALERT = sql.raw(`'{"hasAlert": false, "alertMessage": ""}'::jsonb`)
const withoutAlerts = sql<StoredBlock[]>`(
  select coalesce(json_agg((block::jsonb - 'taught') || ${WITHOUT_ALERT} order by place), '[]') from json_array_elements(${calendarDays.blocks}) with ordinality as each(block, place))`

type Which = { dates: SQL | undefined; hidesAlerts: boolean; calendar: CalendarId | Placeholder }

const ownDays = (db: Db, { dates, hidesAlerts, calendar }: Which) =>
  db
    .select({
      ...content,
      ...(hidesAlerts && { blocks: withoutAlerts.as('blocks') }),
      hasAlert: calendarDays.hasAlert,
      changedAt: calendarDays.changedAt,
      bytes: calendarDays.bytes,
    })
    .from(calendarDays)
    .where(and(sql`${calendarDays.calendarId} = ${calendar}`, dates))
    .as('own')

/** Selects the calendar's own days, without a school overlay. `upto` is a running total of bytes. */
const withoutOverlay = (db: Db, which: Which) => {
  const own = ownDays(db, which)
  return db
    .select({
      id: own.id,
      date: own.date,
      isBlocked: own.isBlocked,
      blockedText: own.blockedText,
      hasNote: own.hasNote,
      noteText: own.noteText,
      blocks: own.blocks,
      version: own.version,
      operationId: own.operationId,
      hasAlert: own.hasAlert,
      changedAt: own.changedAt,
      schoolVersion: sql<number | null>`null`.as('school_version'),
      bytes: own.bytes,
      upto: sql<number>`sum(${own.bytes}) over (order by ${own.date})`.mapWith(Number).as('upto'),
    })
    .from(own)
    .as('days')
}

/** Selects the calendar's days with a school's entries overlaid. */
const withSchoolOverlay = (db: Db, which: Which, school: { calendar: CalendarId | Placeholder; id: string | Placeholder }) => {
  const own = ownDays(db, which)
  const overlay = db
    .select({
      id: calendarDays.id,
      date: calendarDays.date,
      isBlocked: calendarDays.isBlocked,
      blockedText: calendarDays.blockedText,
      noteText: calendarDays.noteText,
      version: calendarDays.version,
      operationId: calendarDays.operationId,
      changedAt: calendarDays.changedAt,
    })
    .from(calendarDays)
    .where(and(sql`${calendarDays.calendarId} = ${school.calendar}`, which.dates, or(calendarDays.isBlocked, calendarDays.hasNote)))
    .as('over')
  const date = sql<string>`coalesce(${own.date}, ${overlay.date})`
  const bytes = sql<number>`coalesce(${own.bytes}, 0)`
  return db
    .select({
      id: sql<string>`coalesce(${own.id}, ${overlay.id})`.as('id'),
      date: date.as('date'),
      isBlocked: sql<boolean>`coalesce(${own.isBlocked}, false) or coalesce(${overlay.isBlocked}, false)`.as('is_blocked'),
      blockedText: sql<string | null>`case when ${overlay.isBlocked} then ${overlay.blockedText} else ${own.blockedText} end`.as(
        'blocked_text',
      ),
      hasNote: sql<boolean>`coalesce(${own.hasNote}, false)`.as('has_note'),
      noteText: own.noteText,
      blocks: sql<StoredBlock[]>`coalesce(${own.blocks}, '[]')`.as('blocks'),
      version: sql<number>`coalesce(${own.version}, 0)`.mapWith(Number).as('version'),
      operationId: sql<string>`coalesce(${own.operationId}, ${overlay.operationId})`.as('operation_id'),
      hasAlert: sql<boolean>`coalesce(${own.hasAlert}, false)`.as('has_alert'),
      changedAt: sql<Date | null>`${own.changedAt}`.mapWith(calendarDays.changedAt).as('changed_at'),
      schoolVersion: sql<number | null>`${overlay.version}`.mapWith(Number).as('school_version'),
      schoolBlocked: sql<boolean>`coalesce(${overlay.isBlocked}, false)`.as('school_blocked'),
      schoolChangedAt: sql<Date | null>`${overlay.changedAt}`.mapWith(calendarDays.changedAt).as('school_changed_at'),
      bytes: bytes.as('bytes'),
      upto: sql<number>`sum(${bytes}) over (order by ${date})`.mapWith(Number).as('upto'),
      schoolId: sql<string | null>`case when ${overlay.id} is not null then ${school.id}::text end`.as('school_id'),
      userBlocked: sql<boolean | null>`case when ${overlay.id} is not null then coalesce(${own.isBlocked}, false) end`.as('user_blocked'),
      userBlockedText: sql<string | null>`case when ${overlay.isBlocked} then ${own.blockedText} end`.as('user_blocked_text'),
      schoolNote: sql<string | null>`${overlay.noteText}`.as('school_note'),
    })
    .from(own)
    .fullJoin(overlay, eq(own.date, overlay.date))
    .as('days')
}

const FIELDS = ['id', 'date', 'isBlocked', 'blockedText', 'hasNote', 'noteText', 'blocks', 'version', 'operationId'] as const
const SCHOOL_FIELDS = ['schoolId', 'userBlocked', 'userBlockedText', 'schoolNote'] as const

/**
 * Selects a page of days as JSON array text that matches the contract (docs/decisions/0005). `last` is the last date on the page if there
 * may be more days, otherwise null.
 */
const pageOf = (kind: 'own' | 'under' | 'school', hidesAlerts: boolean) =>
  prepared((db) => {
    const isUnder = kind === 'under'
    const which: Which = {
      calendar: sql.placeholder('calendar'),
      dates: between(calendarDays.date, sql.placeholder('from'), sql.placeholder('to')),
      hidesAlerts,
    }
    const school = { calendar: sql.placeholder('under'), id: sql.placeholder('school') }
    const from = isUnder
      ? withSchoolOverlay(db, which, school)
      : (withoutOverlay(db, which) as unknown as ReturnType<typeof withSchoolOverlay>)
    const field = (name: (typeof FIELDS | typeof SCHOOL_FIELDS)[number]) => sql`${sql.raw(`'${name}'`)}, ${from[name]}`
    const fields = [...FIELDS, ...(isUnder ? SCHOOL_FIELDS : [])].map(field)
    const owner =
      kind === 'school'
        ? sql`'userId', null, 'schoolId', ${sql.placeholder('school')}::text`
        : sql`'userId', ${sql.placeholder('userId')}::text`
    return db
      .select({
        json: sql<
          JsonText<CalendarDay[]>
        >`coalesce(json_agg(json_build_object(${owner}, ${sql.join(fields, sql.raw(', '))}) order by ${from.date}), '[]')::text`,
        last: sql<string | null>`case when max(upto) >= ${PAGE_BYTES} then max(${from.date})::text end`,
      })
      .from(from)
      .where(isOnPage)
      .prepare(`calendar_days_page_${kind}${hidesAlerts ? '_without_alerts' : ''}`)
  })

const PAGES = {
  own: [pageOf('own', false), pageOf('own', true)],
  under: [pageOf('under', false), pageOf('under', true)],
  school: [pageOf('school', false), pageOf('school', false)],
} as const

const readPage = async (db: Db, { id, userId, schoolId, under, hidesAlerts }: CalendarRef, from: string, to: string) => {
  const page = PAGES[under ? 'under' : schoolId === null ? 'own' : 'school'][hidesAlerts ? 1 : 0]
  const row = await theOnly(page(db).execute({ calendar: id, userId, school: under?.schoolId ?? schoolId, under: under?.id, from, to }))
  return row
}

/**
 * Returns the saved days in a range (both dates included), as a JSON string, or as a generator of JSON strings if there are several pages.
 */
export const daysBetween = async (db: Db, calendar: CalendarRef, from: string, to: string) => {
  const first = await readPage(db, calendar, from, to)
  if (first.last === null) return first.json
  async function* pages(): AsyncGenerator<string> {
    let row = first
    for (;;) {
      yield row.json.slice(1, -1)
      if (row.last === null) return
      row = await readPage(db, calendar, addDays(row.last, 1), to)
      if (row.json === '[]') return
    }
  }
  return pages()
}

/**
 * Selects a calendar's days on these dates, as users see them. `upto` is a running total of bytes, for pages. `schoolVersion` is the
 * version of a day's school entry. `changedAt` and `schoolChangedAt` are when the day and the entry were last changed.
 */
export const shownDays = (db: Db, { id, under, hidesAlerts }: CalendarRef, dates: SQL | undefined) => {
  const which = { calendar: id, dates, hidesAlerts }
  return under
    ? withSchoolOverlay(db, which, { calendar: under.id, id: under.schoolId })
    : (withoutOverlay(db, which) as unknown as ReturnType<typeof withSchoolOverlay>)
}

/** Yields the saved days on these dates, ordered by date, one page at a time. Each page reflects the state at the time it is read. */
export async function* pagesOfDays(db: Db, calendar: CalendarRef, dates: readonly string[]): AsyncGenerator<ShownDay[]> {
  const { userId, schoolId } = calendar
  let left = [...dates].sort()
  while (left.length > 0) {
    const days = shownDays(db, calendar, onDates(left))
    const rows = await db.select().from(days).where(isOnPage).orderBy(days.date)
    yield rows.map((row) => {
      const { upto: _a, bytes: _b, hasAlert: _c, changedAt: _d, schoolVersion: _e, schoolBlocked: _f, schoolChangedAt: _g, ...day } = row
      return { ...day, userId, ...(schoolId !== null && { schoolId }) }
    })
    const last = rows.at(-1)
    if (!last || last.upto < PAGE_BYTES) return
    left = left.filter((date) => date > last.date)
  }
}

/** Returns the day on a date, or undefined if that date is empty. */
export const shownOn = async (db: Db, calendar: CalendarRef, date: string): Promise<ShownDay | undefined> => {
  for await (const [day] of pagesOfDays(db, calendar, [date])) return day
  return undefined
}

/**
 * Yields the days in a range that are blocked or have a note or an alert, in order, one page at a time. Without a range, ignores alerts.
 */
export async function* pagesOfMarks(db: Db, calendar: CalendarRef, range?: { from: string; to: string }): AsyncGenerator<DayMark[]> {
  const { schoolId, under, hidesAlerts } = calendar
  const days = shownDays(db, calendar, range && between(calendarDays.date, range.from, range.to))
  const columns = {
    date: days.date,
    isBlocked: days.isBlocked,
    blockedText: days.blockedText,
    hasNote: days.hasNote,
    noteText: days.noteText,
    version: days.version,
    hasAlert: hidesAlerts ? sql<boolean>`false` : days.hasAlert,
  }
  const more = under && {
    schoolId: days.schoolId,
    userBlocked: days.userBlocked,
    userBlockedText: days.userBlockedText,
    schoolNote: days.schoolNote,
  }
  const isMarked = or(
    sql`${days.isBlocked}`,
    sql`${days.hasNote}`,
    under ? sql`${days.schoolNote} is not null` : undefined,
    range && !hidesAlerts ? sql`${days.hasAlert}` : undefined,
  )
  let after: SQL | undefined
  for (;;) {
    const rows: DayMark[] = await db
      .select({ ...columns, ...more })
      .from(days)
      .where(and(isMarked, after))
      .orderBy(asc(days.date))
      .limit(PAGE_MARKS)
    yield schoolId === null ? rows : rows.map((row) => ({ ...row, schoolId }))
    const last = rows.at(-1)
    if (rows.length < PAGE_MARKS || !last) return
    after = gt(days.date, last.date)
  }
}

const sketchColumns = (days: ReturnType<typeof shownDays>) => ({
  date: days.date,
  version: days.version,
  isBlocked: days.isBlocked,
  blockedText: days.blockedText,
  lessons: sql<number>`json_array_length(${days.blocks})`,
})

/** Returns summaries of the days on these dates: whether each day is blocked, and how many lessons it has. */
export const sketchesOn = (db: Db, calendar: CalendarRef, dates: readonly string[]): Promise<Omit<DaySummary, 'withText'>[]> => {
  const days = shownDays(db, calendar, onDates(dates))
  return db.select(sketchColumns(days)).from(days).orderBy(asc(days.date))
}

/** Returns summaries of the days in a date range (both dates included). Counting lessons with text costs several times as much as the rest. */
export const sketchesBetween = (db: Db, calendar: CalendarRef, from: string, to: string): Promise<DaySummary[]> => {
  const days = shownDays(db, calendar, between(calendarDays.date, from, to))
  const withText = sql<number>`(select count(*) from json_array_elements(${days.blocks}) as each(block) where block->>'description' <> '')`
  return db
    .select({ ...sketchColumns(days), withText: withText.mapWith(Number) })
    .from(days)
    .orderBy(asc(days.date))
}

/** Returns the dates of all non-empty days, in ascending order. */
export const datesOfDays = async (db: Db, calendar: CalendarRef): Promise<string[]> => {
  const { under } = calendar
  const ofSchool = under && and(eq(calendarDays.calendarId, under.id), or(calendarDays.isBlocked, calendarDays.hasNote))
  const rows = await db
    .selectDistinct({ date: calendarDays.date })
    .from(calendarDays)
    .where(or(inCalendar(calendar), ofSchool ?? undefined))
    .orderBy(asc(calendarDays.date))
  return rows.map(({ date }) => date)
}
