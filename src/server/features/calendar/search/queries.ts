import { and, asc, between, desc, eq, not, sql } from 'drizzle-orm'
import { PAGE_BYTES } from '#server/features/calendar/queries.ts'
import { type CalendarId, type CalendarRef, calendarDays } from '#server/features/calendar/tables.ts'
import { calendarCounters } from '#server/features/people/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { first } from '#server/lib/db/one-row.ts'
import { prepared } from '#server/lib/db/prepared.ts'
import type { Order } from '#shared/calendar/search/contract.ts'
import type { Term } from '#shared/calendar/search/rules.ts'
import { MAX } from '#shared/limits.ts'
import { calendarWords } from './tables.ts'

type Calendar = Pick<CalendarRef, 'id'>

/** Number of matches per page. A page is extended to the end of its last day. */
const PAGE_FINDS = 20
/** Bytes of days indexed per step. Small enough that it doesn't delay saves on the embedded engine. */
const STEP_BYTES = 128 * 1024

export type Part = { date: string; part: string }
export type PartWords = Part & { words: string }

const listed = (parts: readonly Part[]) =>
  sql`unnest(${sql.param(parts.map(({ date }) => date))}::date[], ${sql.param(parts.map(({ part }) => part))}::text[])`

/** Upserts the words of these parts of days. */
export const upsertWords = (db: Db, { id }: Calendar, rows: readonly PartWords[]) =>
  db.execute(sql`
    insert into ${calendarWords} (calendar_id, date, part, words)
    select ${id}::uuid, row.* from unnest(
      ${sql.param(rows.map(({ date }) => date))}::date[], ${sql.param(rows.map(({ part }) => part))}::text[],
      ${sql.param(rows.map(({ words }) => words))}::text[]) as row
    on conflict (calendar_id, date, part) do update set words = excluded.words`)

/** Deletes the words of these parts of days. */
export const deleteWords = (db: Db, { id }: Calendar, parts: readonly Part[]) =>
  db
    .delete(calendarWords)
    .where(
      and(
        eq(calendarWords.calendarId, id),
        sql`(${calendarWords.date}, ${calendarWords.part}) in (select gone.date, gone.part from ${listed(parts)} as gone(date, part))`,
      ),
    )

/** Deletes all words of the days on these dates. */
export const deleteWordsOn = (db: Db, { id }: Calendar, dates: readonly string[]) =>
  db.delete(calendarWords).where(and(eq(calendarWords.calendarId, id), sql`${calendarWords.date} = any(${sql.param([...dates])}::date[])`))

/**
 * Converts search terms to a tsquery. Every indexed word is prefixed with the first eight characters of the calendar id and with the year,
 * so a search only reads words of that calendar and year, even if the words are common elsewhere.
 */
const asQuery = (
  { id }: Calendar,
  years: readonly number[],
  { text, title, exact = [] }: Pick<SearchTerms, 'text' | 'title' | 'exact'>,
): string => {
  const asked = ({ any, isBeginning }: Term, sign: '' | '=') => {
    const words = years.flatMap((year) => any.map((word) => `'${id.slice(0, 8)}${year}${sign}${word}'${isBeginning ? ':*' : ''}`))
    return `(${words.join('|')})`
  }
  const whole = exact.map((word) => asked({ any: [word], isBeginning: false }, ''))
  return [...text.map((term) => asked(term, '')), ...title.map((term) => asked(term, '=')), ...whole].join('&')
}

/** Enough matches to fill a page, complete its last day, and check whether there is another match. */
const MOST_FINDS = PAGE_FINDS + MAX.blocksOfDay + 2

const inOrder = { latest: desc, earliest: asc } as const

const findsIn = (order: Order) =>
  prepared((db) =>
    db
      .select({ date: calendarWords.date, part: calendarWords.part })
      .from(calendarWords)
      .where(
        and(
          // `is true` hides the primary key from the query planner, which forces it to use the word index. Otherwise the planner would
          // assume that the calendar has few rows and scan them all.
          sql`(${calendarWords.calendarId} = ${sql.placeholder('calendar')}::uuid) is true`,
          sql`keyed_words(${calendarWords.calendarId}, ${calendarWords.date}, ${calendarWords.words}) @@ ${sql.placeholder('terms')}::tsquery`,
          between(calendarWords.date, sql.placeholder('from'), sql.placeholder('to')),
        ),
      )
      .orderBy(inOrder[order](calendarWords.date))
      .limit(MOST_FINDS)
      .prepare(`calendar_search_${order}`),
  )
const nearestFinds = { latest: findsIn('latest'), earliest: findsIn('earliest') } as const

const planned = prepared((db) =>
  db
    .select({
      first: sql<string | null>`min(${calendarDays.date})::text`,
      last: sql<string | null>`max(${calendarDays.date})::text`,
    })
    .from(calendarDays)
    .where(
      and(
        eq(calendarDays.calendarId, sql.placeholder('calendar')),
        between(calendarDays.date, sql.placeholder('from'), sql.placeholder('to')),
      ),
    )
    .prepare('calendar_search_planned'),
)

/** `exact` are words that must occur exactly as given. */
type SearchTerms = { text: readonly Term[]; title: readonly Term[]; exact?: readonly string[]; from: string; to: string; order: Order }

const yearOf = (date: string): number => Number(date.slice(0, 4))
/** Returns the date of the match that fills a page, or undefined if there are too few matches. */
const lastDayOf = (finds: readonly Part[]): string | undefined => finds[PAGE_FINDS - 1]?.date
/** True if the search reaches the first date before the second. */
const comesBefore = (date: string, other: string, order: Order): boolean => (order === 'latest' ? date > other : date < other)

/**
 * Returns one page of matches, plus at least one that follows it if there are any. Searches the year at the start first, then the next two
 * years in the search's direction, then four, because common words fill a page right away.
 */
const findsOf = async (db: Db, calendar: CalendarRef, { from, to, order, ...terms }: SearchTerms): Promise<Part[]> => {
  const [span] = await planned(db).execute({ calendar: calendar.id, from, to })
  if (!span?.first || !span.last) return []
  const years = Array.from({ length: yearOf(span.last) - yearOf(span.first) + 1 }, (_, count) => yearOf(span.first ?? '') + count)
  if (order === 'latest') years.reverse()
  const finds: Part[] = []
  for (let [at, count] = [0, 1]; at < years.length; at += count, count *= 2) {
    const some = years.slice(at, at + count)
    finds.push(...(await nearestFinds[order](db).execute({ calendar: calendar.id, terms: asQuery(calendar, some, terms), from, to })))
    const last = lastDayOf(finds)
    if (last !== undefined && finds.some(({ date }) => comesBefore(last, date, order))) break
  }
  return finds
}

/** Returns the first matching days in the requested order, each with the names of its matching parts, and whether more days follow. */
export const findDays = async (db: Db, calendar: CalendarRef, wanted: SearchTerms) => {
  const { order } = wanted
  const finds = await findsOf(db, calendar, wanted)
  const last = lastDayOf(finds)
  const parts = new Map<string, string[]>()
  for (const { date, part } of finds)
    if (last === undefined || !comesBefore(last, date, order)) parts.set(date, [...(parts.get(date) ?? []), part])
  const { date, isBlocked, blockedText, noteText, blocks, bytes } = calendarDays
  const rows = await db
    .select({
      date,
      isBlocked,
      blockedText,
      noteText,
      blocks,
      upto: sql<number>`sum(${bytes}) over (order by ${inOrder[order](date)}) - ${bytes}`.mapWith(Number),
    })
    .from(calendarDays)
    .where(and(eq(calendarDays.calendarId, calendar.id), sql`${date} = any(${sql.param([...parts.keys()])}::date[])`))
    .orderBy(inOrder[order](date))
  const days = rows.filter(({ upto }) => upto < PAGE_BYTES).map((day) => ({ ...day, parts: parts.get(day.date) ?? [] }))
  const end = days.at(-1)?.date
  return { days, hasMore: end !== undefined && finds.some((find) => comesBefore(end, find.date, order)) }
}

/** Returns true if every day of a calendar is indexed. */
export const isAllFindable = async (db: Db, { id }: Calendar): Promise<boolean> =>
  (
    await db
      .select({ id: calendarDays.id })
      .from(calendarDays)
      .where(and(eq(calendarDays.calendarId, id), not(calendarDays.isFindable)))
      .limit(1)
  ).length === 0

/**
 * Returns the id of a calendar with days that aren't indexed yet, or undefined if every calendar is indexed. If `only` is given, checks
 * only that calendar.
 */
export const calendarToMakeFindable = async (db: Db, only?: CalendarId): Promise<CalendarId | undefined> =>
  (
    await first(
      db
        .select({ id: calendarDays.calendarId })
        .from(calendarDays)
        .where(and(not(calendarDays.isFindable), only && eq(calendarDays.calendarId, only)))
        .limit(1),
    )
  )?.id

/** Returns a batch of a calendar's unindexed days, up to {@link STEP_BYTES}. */
export const daysToMakeFindable = async (db: Db, { id }: Calendar) => {
  const { date, isBlocked, blockedText, hasNote, noteText, blocks, bytes } = calendarDays
  const upto = sql<number>`sum(${bytes}) over (order by ${date}) - ${bytes}`.as('upto')
  const days = db
    .select({ date, isBlocked, blockedText, hasNote, noteText, blocks, upto })
    .from(calendarDays)
    .where(and(eq(calendarDays.calendarId, id), not(calendarDays.isFindable)))
    .as('days')
  return db.select().from(days).where(sql`upto < ${STEP_BYTES}`).orderBy(asc(days.date))
}

/** Marks days as indexed, stores their word counts, and updates the calendar's total. */
export const markFindable = (db: Db, { id }: Calendar, days: readonly { date: string; words: number }[]) =>
  db.execute(sql`
    with counted as (
      select * from unnest(${sql.param(days.map(({ date }) => date))}::date[], ${sql.param(days.map(({ words }) => words))}::int[])
        as counted(date, words)
    ), changed as (
      update ${calendarDays} as day set is_findable = true, words = counted.words
      from counted join ${calendarDays} as old on old.calendar_id = ${id}::uuid and old.date = counted.date
      where day.id = old.id returning counted.words - old.words as more
    )
    update ${calendarCounters} set words = greatest(0, words + (select coalesce(sum(more), 0) from changed)) where calendar_id = ${id}::uuid`)
