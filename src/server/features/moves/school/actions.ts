/** The question that teachers get once when their school closes days on which they have plans. Nothing moves until they answer. */
import { daysOffBetween, outlineOn } from '#server/features/calendar/outline/queries.ts'
import { recordsOf } from '#server/features/calendar/records/queries.ts'
import type { CalendarRef } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { todayOf } from '#server/features/timetables/numbering/actions.ts'
import { waits } from '#server/features/timetables/school/policy.ts'
import type { Db } from '#server/lib/db/client.ts'
import { addDays } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { SchoolClosures } from '#shared/moves/contract.ts'
import { daysFrom, moveWaysOf } from '#shared/moves/plan/rules.ts'

/** Plans of a day that the school closed can move on up to a week later, because nobody taught them. */
const LATE_DAYS = 7

/**
 * Returns the days that the school closed on which the teacher has plans, until the teacher answers or blocks the day out too. Null if there
 * are none. In a cycle that waits, a closed day is a question about the timetable instead.
 */
export const schoolClosuresOf = async (db: Db, calendar: CalendarRef, now: Date): Promise<SchoolClosures | null> => {
  if (!calendar.under) return null
  const from = addDays(await todayOf(db, calendar, now), -LATE_DAYS)
  const to = addDays(from, MAX.rangeDays - 1)
  const off = await daysOffBetween(db, calendar.under, from, to)
  if (off.size === 0) return null
  const own = await daysOffBetween(db, calendar, from, to)
  const answered = new Set((await recordsOf(db, calendar, 'closure')).flatMap(({ content }) => content.dates))
  const timetables = await recordsOf(db, calendar, 'timetable')
  const isTimetables = (date: string) =>
    timetables.some(({ content }) => content.firstDay <= date && date <= content.lastDay && waits(content.rhythm))
  const dates = [...off].filter((date) => !own.has(date) && !answered.has(date) && !isTimetables(date)).sort()
  const [first] = dates
  if (first === undefined) return null
  const outlined = await outlineOn(db, calendar, dates)
  const classes = await classesOf(db, calendar)
  const { isFree } = moveWaysOf(classes)
  const days = daysFrom(outlined, first, classes).map(({ date, blocks }) => ({
    date,
    plans: blocks.filter((block) => block.classId && !block.isLocked && !isFree(block)).length,
  }))
  const asked = days.filter(({ plans }) => plans > 0)
  if (asked.length === 0) return null
  const reasons = new Map(outlined.map(({ date, blockedText }) => [date, blockedText]))
  return {
    days: asked.map(({ date }) => ({ date, reason: reasons.get(date) ?? null })),
    plans: asked.reduce((sum, { plans }) => sum + plans, 0),
  }
}
