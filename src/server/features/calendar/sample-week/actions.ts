import { changeDays, cleanBlocks, type DayEdit, EMPTY_DAY } from '#server/features/calendar/actions.ts'
import { ownCalendar } from '#server/features/calendar/policy.ts'
import type { Quota } from '#server/features/calendar/quota/actions.ts'
import { calendarRowOf } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { isSchoolDay, mondayOf, stepSchoolDay, todayIn } from '#shared/dates.ts'
import { sampleWeek } from '#shared/sample-week.ts'

type Somebody = { userId: string; timezone: string; now: Date }

/** Adds the sample week to the week that the user's planner opens with: the current one, or next week on a weekend. */
export const addSampleWeek = async (db: Db, { userId, timezone, now }: Somebody, quota: Quota): Promise<void> => {
  const row = await calendarRowOf(db, userId)
  if (!row) throw new Error('This person has no calendar')
  const calendar = ownCalendar({ calendarId: row.id, userId })
  const today = todayIn(timezone, now.getTime())
  const edits: DayEdit[] = []
  for (const { date, lessons } of sampleWeek(mondayOf(isSchoolDay(today) ? today : stepSchoolDay(today, 1)))) {
    const blocks = await cleanBlocks(lessons.map((lesson) => ({ ...lesson, id: `template-${now.getTime()}-${date}-${lesson.order}` })))
    edits.push({ date, to: () => ({ ...EMPTY_DAY, blocks }) })
  }
  await changeDays(db, { calendar, actor: userId, kind: 'template', edits, now, quota })
}
