import { between, sql } from 'drizzle-orm'
import { isOnPage, PAGE_BYTES } from '#server/features/calendar/queries.ts'
import { shownDays } from '#server/features/calendar/shown/queries.ts'
import { type CalendarRef, calendarDays } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { theOnly } from '#server/lib/db/one-row.ts'
import { addDays } from '#shared/dates.ts'

type Asked = { classId: string; from: string; to: string }

/**
 * Returns a page of a class's lessons and of the days off, each as comma-separated JSON (null if there are none), so that the server never
 * parses a year of days. `last` is the last date on the page if there may be more days, otherwise null.
 */
const pageOf = (db: Db, calendar: CalendarRef, { classId, from, to }: Asked) => {
  const days = shownDays(db, calendar, between(calendarDays.date, from, to))
  const ofDay = sql`(
    select string_agg(json_build_object('date', ${days.date}, 'block', block)::text, ',' order by block->>'startTime', (block->>'order')::int)
    from json_array_elements(${days.blocks}) as each(block) where block->>'classId' = ${classId} and block->'usual'->>'isLeftOut' is distinct from 'true')`
  const dayOff = sql`json_build_object('date', ${days.date}, 'reason', ${days.blockedText})::text`
  return theOnly(
    db
      .select({
        lessons: sql<string | null>`string_agg(${ofDay}, ',' order by ${days.date}) filter (where not ${days.isBlocked})`,
        daysOff: sql<string | null>`string_agg(${dayOff}, ',' order by ${days.date}) filter (where ${days.isBlocked})`,
        last: sql<string | null>`case when max(upto) >= ${PAGE_BYTES} then max(${days.date})::text end`,
      })
      .from(days)
      .where(isOnPage),
  )
}

/** Yields a class's lessons and the days off in a range (both dates included), in order, one page at a time. */
export async function* pagesOfLessons(db: Db, calendar: CalendarRef, asked: Asked) {
  let from = asked.from
  for (;;) {
    const page = await pageOf(db, calendar, { ...asked, from })
    yield page
    if (page.last === null) return
    from = addDays(page.last, 1)
  }
}
